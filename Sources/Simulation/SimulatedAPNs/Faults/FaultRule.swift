// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
