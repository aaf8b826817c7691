// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// What the server remembers of what it did: the latest, and counts of all.
struct Journal {
    /// Of how many provider tokens the time is kept.
    static let tokenLimit = 10_000

    private let limit: Int
    /// A ring once it is full.
    private var ring: [PushRecord] = []

    private(set) var counts = ServerCounts()
    /// When each provider token was first taken.
    private(set) var tokenTimes: [ServerTime] = []

    /// An empty journal that remembers so many pushes.
    init(limit: Int) {
        precondition(limit > 0, "a journal has room for a record")
        self.limit = limit
    }

    /// The latest records in their order.
    var records: [PushRecord] {
        guard ring.count == limit else { return ring }
        let start = counts.requests % limit
        return Array(ring[start...] + ring[..<start])
    }

    /// Notes a connection, and gives its number.
    mutating func connected() -> Int {
        counts.connections += 1
        return counts.connections
    }

    /// Notes a push.
    mutating func note(
        _ outcome: PushRecord.Outcome,
        of id: APNsID,
        asked request: PushRequest,
        on connection: Int,
        fault: Fault?,
        latency: Duration,
        at date: Timestamp
    ) -> PushRecord {
        counts.requests += 1
        switch outcome {
        case .accepted: counts.accepted += 1
        case .refused(let reason): counts.refused[reason, default: 0] += 1
        case .channel(.broadcast): counts.accepted += 1
        case .channel, .notSeen: break
        }
        if fault != nil { counts.faults += 1 }
        let record = PushRecord(
            number: counts.requests,
            connection: connection,
            id: id,
            request: request,
            outcome: outcome,
            fault: fault,
            latency: latency,
            date: date
        )
        if ring.count < limit {
            ring.append(record)
        } else {
            ring[(record.number - 1) % limit] = record
        }
        return record
    }

    /// Notes a provider token that was taken for the first time.
    mutating func noteToken(at time: ServerTime) {
        if tokenTimes.count < Self.tokenLimit { tokenTimes.append(time) }
    }
}

/// A record of one request, with its outcome.
public struct PushRecord: Sendable {
    /// The outcome of a request.
    public enum Outcome: Sendable {
        /// The server accepted the push.
        case accepted(AcceptedPush, PushFate)
        /// The server carried out a request about a channel.
        case channel(ChannelAct)
        /// The server refused the push.
        case refused(APNsReason)
        /// The server did not process the push because of the fault.
        case notSeen
    }

    /// The number of the record, from 1.
    public let number: Int
    /// The number of the connection, from 1.
    public let connection: Int
    /// The id of the push, from its provider or else from the server.
    public let id: APNsID
    /// The request as it came.
    public let request: PushRequest
    /// The outcome of the request.
    public let outcome: Outcome
    /// The fault that the script caused.
    public let fault: Fault?
    /// The delay of the answer that the script caused.
    public let latency: Duration
    /// The time at which the request was complete, by the server's calendar.
    public let date: Timestamp

    /// The push, if it was accepted.
    public var push: AcceptedPush? {
        if case .accepted(let push, _) = outcome { push } else { nil }
    }
}

/// The counts of connections, requests, pushes and faults since the start of a server.
public struct ServerCounts: Hashable, Sendable {
    /// Connections, including those that a script ended at once.
    public internal(set) var connections = 0
    /// Requests that were complete.
    public internal(set) var requests = 0
    /// Accepted pushes.
    public internal(set) var accepted = 0
    /// Refused pushes by reason, including those that a script refused.
    public internal(set) var refused: [APNsReason: Int] = [:]
    /// Faults of pushes, except latencies and stream limits.
    public internal(set) var faults = 0

    /// Creates counts of zero.
    public init() {}
}
