// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

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
