// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import GRDB
package import SealedPush
package import ServerStore

/// The statements of one transaction on a relay's database of SQLite, which is the only one that
/// writes.
package struct SQLiteTransaction: RelayTransaction, SQLiteStatements {
    package let db: Database
    package let now: Timestamp
    package let limits: RelayLimits

    package static let locks = false
    /// One transaction at a time leases, and messages that lie beside each other share pages: a
    /// commit that leases or deletes them writes fewer.
    package static let shards: Int16 = 1

    package static func isAmong(_ query: String) -> String { "id IN (\(query))" }

    package func delete(_ condition: String, values: [any SQLStorable]) throws -> Int {
        let gone = try rows("DELETE FROM queue WHERE \(condition) RETURNING id", values: values)
        for row in gone {
            try run("DELETE FROM body WHERE id = ?", try row.value("id") as OutboxID)
        }
        return gone.count
    }

    /// What requests of senders find, one for each.
    func destinations(of requests: [Destination.Request]) throws -> [Destination?] {
        let query = Self.destinations(
            "(SELECT 0 AS number, ? AS digest, ? AS prekey, ? AS hash) AS asked"
        )
        return try requests.map { request in
            let (digest, prekey, hash) = request.columns
            return try row(query, digest, prekey, hash).map {
                try Destination($0, for: request, at: now)
            }
        }
    }
}

extension SQLiteTransaction {
    /// The boxes of drops, one for each.
    func boxes(of drops: [Capability.Digest]) throws -> [[UInt8]?] {
        try drops.map { drop in
            try row("SELECT box FROM drop_box WHERE digest = ?", drop.bytes)?.value("box")
        }
    }
}

extension SQLiteTransaction {
    package func lease(_ request: LeaseRequest) throws -> [Lease] {
        guard try isAlive(request.worker, .existence), var lane = try lane(request.lane) else {
            return []
        }
        let isOpen = lane.admission(at: now) == .open
        guard isOpen || lane.takeProbe(at: now) else { return [] }
        let limit = isOpen ? request.limit : min(request.limit, 1)
        var due: [SQLRow] = []
        for shard in request.shards where due.count < limit {
            due += try rows(
                Self.leasing,
                shard,
                request.lane,
                request.isUrgent,
                now,
                now,
                now.advanced(by: QueuedMessage.longestWait),
                limit - due.count
            )
        }
        let leases = try readable(due) { try Lease($0, to: request.worker, in: lane, at: now) }
        try run(
            "UPDATE queue SET lease = ? WHERE id IN (SELECT value FROM json_each(?))",
            request.worker,
            Self.list(leases.map(\.message.id.number))
        )
        if !isOpen, !leases.isEmpty { try save(lane, as: request.lane) }
        return leases
    }

    /// A message without a body or a device is found as well: it is damaged.
    static let leasing = """
        SELECT mine.*, body.bytes, device.app, device.environment, device.version, device.fingerprint,
            device.sealed, device.registered
        FROM queue AS mine LEFT JOIN body ON body.id = mine.id LEFT JOIN device ON device.id = mine.device
        WHERE shard = ? AND lane = ? AND urgent = ? AND lease IS NULL AND expires > ?
            AND (not_before <= ? OR not_before > ?)
            AND NOT (collapses AND EXISTS (SELECT 1 FROM queue AS other
                WHERE other.endpoint = mine.endpoint AND other.collapse = mine.collapse
                    AND other.collapses AND \(isLeased(in: "other."))))
        ORDER BY not_before, mine.id LIMIT ?
        """
}

extension SQLiteTransaction {
    /// Settles the accepted messages of most devices together and the others singly, in their
    /// order.
    package func settle(_ attempts: [Attempt], by worker: WorkerID) throws {
        let doubtful = try rows(
            "SELECT id FROM device WHERE state = 'doubtful' AND id IN (SELECT value FROM json_each(?))",
            try Self.list(attempts.map(\.message.device.number))
        )
        let changing = try attempts.refusedDevices.union(doubtful.map { try $0.value("id") })
        let accepted = attempts.filter { $0.isAccepted(exceptOf: changing) }
        let gone = try rows(
            """
            DELETE FROM queue WHERE id IN (SELECT value FROM json_each(?)) AND (lease = ? OR lease IS NULL)
            RETURNING id
            """,
            try Self.list(accepted.map(\.message.id.number)),
            worker
        )
        try run(
            "DELETE FROM body WHERE id IN (SELECT value FROM json_each(?))",
            try Self.list(gone.map { try $0.value("id") })
        )
        for attempt in attempts where !attempt.isAccepted(exceptOf: changing) {
            try settleAlone(attempt, by: worker)
        }
        try noteLanes(attempts)
    }

    /// Numbers as one value: a statement for all of them costs much less than one for each.
    static func list(_ numbers: [Int64]) throws -> String {
        String(decoding: try JSONEncoder().encode(numbers), as: UTF8.self)
    }
}
