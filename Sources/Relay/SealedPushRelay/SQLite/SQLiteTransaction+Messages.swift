// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SealedPush

extension SQLiteTransaction {
    func accept(_ submission: Submission) throws -> Acceptance {
        guard let endpoint = try endpoint(submission.endpoint),
            let device = try device(endpoint.device),
            endpoint.reach(of: device.state, at: now) == .open
        else { return .ended }
        let day = now.advanced(by: .zero - Acceptance.memory).stored
        let hash = Data(submission.envelope.hash.bytes)
        let known = try row(
            "SELECT message FROM recent WHERE endpoint = ? AND body_hash = ? AND at > ?",
            endpoint.id.number,
            hash,
            day
        )
        if let known { return .repeated(OutboxID(try known.value("message"))) }
        let message = QueuedMessage(
            submission.envelope,
            as: submission.id,
            pushID: submission.pushID,
            from: endpoint,
            submission.options,
            lane: try lane(of: device),
            at: now
        )
        let waiting = try waitingSibling(of: message)
        let usage = RelayLimits.Usage(
            queuedByEndpoint: try number(
                "SELECT count(*) FROM queue WHERE endpoint = ?",
                endpoint.id.number
            ),
            acceptedInADay: try number(
                "SELECT count(*) FROM recent WHERE endpoint = ? AND at > ?",
                endpoint.id.number,
                day
            ),
            queuedByDevice: try number(
                "SELECT count(*) FROM queue WHERE device = ?",
                device.id.number
            )
        )
        if let limit = limits.reached(by: usage, replacing: waiting != nil) {
            return .limited(limit)
        }
        if message.collapses {
            try run(
                """
                UPDATE queue SET superseded = 1
                WHERE endpoint = ? AND collapse = ? AND collapses AND lease IS NOT NULL
                """,
                endpoint.id.number,
                message.collapse
            )
        }
        if let waiting { try delete("id = ?", waiting.number) }
        try insert(message, submission.envelope.bytes)
        try run(
            "INSERT OR REPLACE INTO recent VALUES (?,?,?,?)",
            endpoint.id.number,
            hash,
            message.id.number,
            now.stored
        )
        return .queued
    }

    private func waitingSibling(of message: QueuedMessage) throws -> OutboxID? {
        guard message.collapses else { return nil }
        let row = try row(
            "SELECT id FROM queue WHERE endpoint = ? AND collapse = ? AND collapses AND lease IS NULL",
            message.endpoint.number,
            message.collapse
        )
        return try row.map { OutboxID(try $0.value("id")) }
    }

    private func insert(_ message: QueuedMessage, _ body: [UInt8]) throws {
        try run("INSERT INTO body VALUES (?,?)", message.id.number, Data(body))
        try run(
            "INSERT INTO queue VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,NULL,0)",
            message.id.number,
            Data(message.pushID.bytes),
            message.device.shard,
            message.lane.number,
            message.isUrgent,
            message.isSingleAttempt,
            message.device.number,
            message.endpoint.number,
            message.collapse,
            message.collapses,
            Data(message.bodyHash.bytes),
            message.expires.stored,
            message.notBefore.stored,
            message.attempts
        )
    }

    /// Returns messages to the queue, unless a newer one has replaced them: first the update, then the deletion.
    ///
    /// - Parameters:
    ///   - condition: Which messages, by one number.
    ///   - value: The number.
    ///   - change: What else is set.
    /// - Throws: What the database throws.
    func requeue(_ condition: String, _ value: Int64, setting change: String = "") throws {
        // A device without a usable token has no lane.
        try run(
            """
            UPDATE queue SET lease = NULL, lane = CASE WHEN EXISTS
                (SELECT 1 FROM device WHERE device.id = queue.device AND state = 'active') THEN lane ELSE 0 END\(change)
            WHERE \(condition) AND lease IS NOT NULL AND NOT superseded
            """,
            value
        )
        try delete("superseded AND \(condition)", value)
    }

    // MARK: - Workers

    func isAlive(_ worker: WorkerID) throws -> Bool {
        try number(
            "SELECT count(*) FROM worker WHERE id = ? AND until > ?",
            worker.number,
            now.stored
        ) == 1
    }

    func enroll(_ worker: WorkerID) throws {
        try run(
            "INSERT OR REPLACE INTO worker VALUES (?,?)",
            worker.number,
            now.advanced(by: Heartbeat.term).stored
        )
    }

    func renew(_ worker: WorkerID, holding held: Set<OutboxID>) throws -> Bool {
        guard try isAlive(worker) else { return false }
        try enroll(worker)
        for row in try rows("SELECT id FROM queue WHERE lease = ?", worker.number) {
            let id = OutboxID(try row.value("id"))
            if !held.contains(id) { try requeue("id = ?", id.number) }
        }
        return true
    }

    func leave(_ worker: WorkerID) throws {
        try run("DELETE FROM worker WHERE id = ?", worker.number)
        try requeue("lease = ?", worker.number)
    }

    func lane(_ id: LaneID) throws -> Lane? {
        try row("SELECT * FROM lane WHERE id = ?", id.number).map(Lane.init)
    }

    func save(_ lane: Lane, as id: LaneID) throws {
        try run(
            "UPDATE lane SET round = ?, failures = ?, cause = ?, next_probe = ? WHERE id = ?",
            lane.round,
            lane.failures,
            lane.cause?.rawValue,
            lane.nextProbe?.stored,
            id.number
        )
    }

    func due() throws -> Set<OutboxPartition> {
        let found = try rows(
            """
            WITH RECURSIVE shard (number) AS
                (SELECT 0 UNION ALL SELECT number + 1 FROM shard WHERE number < ?)
            SELECT lane.id AS lane, shard.number AS shard, urgency.column1 AS urgent
            FROM lane, shard, (VALUES (1), (0)) AS urgency
            WHERE (next_probe IS NULL OR next_probe <= ? OR next_probe > ?) AND (
                EXISTS (SELECT 1 FROM queue WHERE queue.shard = shard.number AND queue.lane = lane.id
                    AND urgent = urgency.column1 AND lease IS NULL AND not_before <= ?)
                OR EXISTS (SELECT 1 FROM queue WHERE queue.shard = shard.number AND queue.lane = lane.id
                    AND urgent = urgency.column1 AND lease IS NULL AND not_before > ?))
            """,
            DeviceID.shardCount - 1,
            now.stored,
            now.advanced(by: Lane.longestPause).stored,
            now.stored,
            now.advanced(by: QueuedMessage.longestWait).stored
        )
        return Set(
            try found.map { row in
                OutboxPartition(
                    lane: LaneID(try row.value("lane")),
                    shard: try row.value("shard"),
                    isUrgent: try row.value("urgent")
                )
            }
        )
    }

    func lease(_ request: LeaseRequest) throws -> [Lease] {
        let partition = request.partition
        guard try isAlive(request.worker), var lane = try lane(partition.lane) else { return [] }
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
            partition.lane.number,
            partition.isUrgent,
            now.stored,
            now.stored,
            now.advanced(by: QueuedMessage.longestWait).stored,
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
                let body = try self.row("SELECT bytes FROM body WHERE id = ?", message.id.number)
            else { return nil }
            message.lease = request.worker
            try run(
                "UPDATE queue SET lease = ? WHERE id = ?",
                request.worker.number,
                message.id.number
            )
            return Lease(
                message: message,
                body: try body.bytes("bytes"),
                app: device.app,
                token: token,
                round: lane.round
            )
        }
    }

    // MARK: - Settlement

    func settle(_ attempt: Attempt, by worker: WorkerID) throws {
        let id = attempt.message.id.number
        let settlement = Settlement(attempt.outcome, of: attempt.message, at: now)
        let holder = try row("SELECT lease FROM queue WHERE id = ?", id)
        let lease: Int64? = try holder.flatMap {
            $0.hasNull(atColumn: "lease") ? nil : try $0.value("lease")
        }
        if lease == worker.number {
            try settle(settlement.message, attempt)
        } else if attempt.outcome == .accepted, holder != nil, lease == nil {
            // It came back to the queue meanwhile. Another worker's lease stays, even though that worker will push
            // the message once more: without it a newer message could overtake that push, and be replaced by it.
            try delete("id = ?", id)
        }
        try note(settlement.device, attempt)
        guard var lane = try lane(attempt.message.lane) else { return }
        if lane.note(settlement.lane, round: attempt.round, at: now) {
            try save(lane, as: attempt.message.lane)
        }
    }

    private func settle(_ change: Settlement.MessageChange, _ attempt: Attempt) throws {
        let id = attempt.message.id.number
        switch change {
        case .delete: try delete("id = ?", id)
        case .requeue(let notBefore, let attempts):
            let change = ", not_before = \(notBefore.stored), attempts = \(attempts)"
            try requeue("id = ?", id, setting: change)
        case .hold:
            try requeue("id = ?", id)
            // A refusal of an older token is no reason to wait.
            let device = try device(attempt.message.device)
            let isStale = device?.state == .active && device?.token?.version != attempt.token
            if !isStale { try run("UPDATE queue SET lane = 0 WHERE id = ?", id) }
        case .deadLetter(let reason):
            try run("INSERT OR REPLACE INTO dead_letter VALUES (?,?,?)", id, reason, now.stored)
            try delete("id = ?", id)
        }
    }

    private func note(_ change: Settlement.DeviceChange, _ attempt: Attempt) throws {
        let device = attempt.message.device
        switch change {
        case .nothing: break
        case .works:
            _ = try self.change(device) { device, _ in device.noteAcceptance(by: attempt.token) }
        case .waits(let until):
            try run(
                "UPDATE queue SET not_before = ? WHERE device = ? AND lease IS NULL AND not_before < ?",
                until.stored,
                device.number,
                until.stored
            )
        case .tokenRefused(let since):
            _ = try self.change(device) { device, now in
                device.noteRefusal(of: attempt.token, deadSince: since, at: now)
            }
        }
    }
}
