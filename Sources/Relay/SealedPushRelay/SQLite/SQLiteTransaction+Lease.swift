// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

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
