// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import SealedPush

extension SQLiteTransaction {
    func lease(_ request: LeaseRequest) throws -> [Lease] {
        let partition = request.partition
        guard try isAlive(request.worker, .existence), var lane = try lane(partition.lane) else {
            return []
        }
        let isOpen = lane.admission(at: now) == .open
        guard isOpen || lane.takeProbe(at: now) else { return [] }
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
        let leases = try readable(due) { try lease($0, to: request.worker, lane) }
        if !isOpen, !leases.isEmpty { try save(lane, as: partition.lane) }
        return leases
    }

    private func lease(_ row: Row, to worker: WorkerID, _ lane: Lane) throws -> Lease {
        var message = try QueuedMessage(row)
        guard let device = try device(message.device), let token = device.token,
            let body = try self.row("SELECT bytes FROM body WHERE id = ?", message.id)
        else { throw RelayStoreError.damaged }
        message.lease = worker
        let lease = Lease(
            message: message,
            body: try body.value("bytes"),
            app: device.app,
            token: token,
            round: lane.round
        )
        try run("UPDATE queue SET lease = ? WHERE id = ?", worker, message.id)
        return lease
    }
}
