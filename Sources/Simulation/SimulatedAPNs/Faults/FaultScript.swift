// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// A script of faults, which gives the same faults for the same pushes in the same order.
///
///     let script = FaultScript([
///         FaultRule(.goAway(reason: .shutdown, .after), .every(1000)),
///         FaultRule(.refusedStream, .chance(0.01)),
///         FaultRule(.refusal(.tooManyRequests), .first(3)) { $0["apns-priority"] == "10" },
///     ])
///
/// Pushes are counted over all connections, in the order in which they are complete. If several
/// rules match a push, latencies add up,
/// the last of several stream limits applies, and the first of all other faults.
public struct FaultScript: Sendable {
    /// The rules for pushes.
    public var rules: [FaultRule]
    /// The rules for connections.
    public var connections: [ConnectionFaultRule]
    /// The seed of random faults.
    public var seed: UInt64

    /// Creates a script; without rules there are no faults.
    public init(
        _ rules: [FaultRule] = [],
        connections: [ConnectionFaultRule] = [],
        seed: UInt64 = 0
    ) {
        self.rules = rules
        self.connections = connections
        self.seed = seed
    }
}

/// A fault of a push or its connection.
public enum Fault: Hashable, Sendable {
    /// The time of a fault, relative to the acceptance of the push.
    public enum Stage: Hashable, Sendable {
        /// The server has not processed the push.
        case before
        /// The server has accepted the push, and the answer is lost.
        case after
    }

    /// Refuses every push for this reason; the answer has `since` and `retryAfter`, in whole
    /// seconds.
    case refusal(APNsReason, since: Timestamp? = nil, retryAfter: Duration? = nil)
    /// Sends this answer, which need not be one of APNs.
    case answer(status: Int, body: [UInt8])
    /// Resets the stream with this error code (RFC 9113, section 7).
    case reset(errorCode: UInt32, Stage)
    /// Ends the connection with GOAWAY; the push is the last that is answered, or the first that is
    /// not.
    ///
    /// The server answers earlier requests and then closes the connection.
    case goAway(errorCode: UInt32 = 0, reason: APNsReason?, Stage)
    /// Ends the connection in two steps (RFC 9113, section 6.8).
    ///
    /// The first GOAWAY includes every stream. After this duration a second one gives the reason
    /// and the last stream that was accepted by then.
    ///
    /// The server answers the push and all requests before the second GOAWAY, and then closes the
    /// connection.
    case slowGoAway(Duration, reason: APNsReason?)
    /// Closes the connection without GOAWAY; nothing more is answered.
    case drop(Stage)
    /// Keeps the connection open and sends nothing more; it reads requests and ignores them.
    case silence(Stage)
    /// Delays the answer by this duration.
    case latency(Duration)
    /// Limits the concurrent streams of the connection from now on; nil restores the usual limit.
    case streamLimit(Int?)

    /// Resets the stream as one that the server has not processed (RFC 9113, section 8.7).
    public static let refusedStream = Fault.reset(errorCode: 0x7, .before)
}

/// A rule for which pushes have a fault.
public struct FaultRule: Sendable {
    /// A selection among the pushes that match a rule.
    public enum Occasion: Hashable, Sendable {
        /// Every push.
        case always
        /// The first pushes, this many.
        case first(Int)
        /// The push of this number, from 1.
        case number(Int)
        /// Every push with a number divisible by this.
        case every(Int)
        /// Each push with this probability, from 0 to 1, drawn from the script's seed.
        case chance(Double)
    }

    /// The fault.
    public let fault: Fault
    /// The selection among the pushes for which ``isMeant`` is true.
    public let occasion: Occasion
    /// True if a push matches the rule; only matching pushes are counted.
    public let isMeant: @Sendable (PushRequest) -> Bool

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - occasion: The selection among the pushes for which `isMeant` is true.
    ///   - isMeant: Whether a push matches the rule; by default every push. The server calls it
    ///     while it holds its lock.
    public init(
        _ fault: Fault,
        _ occasion: Occasion = .always,
        where isMeant: @escaping @Sendable (PushRequest) -> Bool = { _ in true }
    ) {
        self.fault = fault
        self.occasion = occasion
        self.isMeant = isMeant
    }
}

/// A rule for which connections have a fault from their start.
public struct ConnectionFaultRule: Hashable, Sendable {
    /// The fault.
    public let fault: ConnectionFault
    /// The selection among the connections.
    public let occasion: FaultRule.Occasion

    /// Makes a rule.
    public init(_ fault: ConnectionFault, _ occasion: FaultRule.Occasion = .always) {
        self.fault = fault
        self.occasion = occasion
    }
}

/// A fault of a connection from its start.
public enum ConnectionFault: Hashable, Sendable {
    /// Closes the connection at once, before TLS.
    case refused
    /// Accepts the connection and sends nothing, not even TLS.
    case silent
    /// Completes TLS and sends SETTINGS after this duration.
    case slowSettings(Duration)
    /// Sends each SETTINGS that allows more streams this long after the answer that causes it.
    case lateStreams(Duration)
}
