// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension SQLiteTransaction {
    func lease(_ request: LeaseRequest) throws -> [Lease] {
        let partition = request.partition
        guard try isAlive(request.worker, .existence), var lane = try lane(partition.lane) else {
            return []
        }
        let isOpen = lane.admission(at: now) == .open
        let due = try rows(
            """
            SELECT * FROM queue AS mine
            WHERE shard = ? AND lane = ? AND urgent = ? AND lease IS NULL AND expires > ?
                AND (not_before <= ? OR not_before > ?)
                AND NOT (collapses AND EXISTS (SELECT 1 FROM queue AS other
                    WHERE other.endpoint = mine.endpoint AND other.collapse = mine.collapse
                        AND other.collapses AND other.lease IS NOT NULL))
            ORDER BY not_before, id LIMIT ?
            """,
            partition.shard,
            partition.lane,
            partition.isUrgent,
            now,
            now,
            now.advanced(by: QueuedMessage.longestWait),
            isOpen ? request.limit : min(request.limit, 1)
        )
        guard !due.isEmpty else { return [] }
        if !isOpen {
            guard lane.takeProbe(at: now) else { return [] }
            try save(lane, as: partition.lane)
        }
        return try due.compactMap { row in
            var message = try QueuedMessage(row)
            guard let device = try device(message.device), let token = device.token,
                let body = try self.row("SELECT bytes FROM body WHERE id = ?", message.id)
            else { return nil }
            message.lease = request.worker
            try run("UPDATE queue SET lease = ? WHERE id = ?", request.worker, message.id)
            return Lease(
                message: message,
                body: try body.value("bytes"),
                app: device.app,
                token: token,
                round: lane.round
            )
        }
    }
}
