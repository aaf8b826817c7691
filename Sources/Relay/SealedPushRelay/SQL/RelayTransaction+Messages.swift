// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import ServerStore

extension RelayTransaction {
    /// A range of names for messages that no other caller gets.
    package func reserveIDs() throws -> ClosedRange<Int64> {
        // How many names are reserved at once.
        let block: Int64 = 4096
        let end = try number("UPDATE reserved SET next = next + ? RETURNING next AS number", block)
        return Int64(end) - block...Int64(end) - 1
    }

    /// Uses up one name of a message, so that it is known whether the database takes writes.
    package func touch() throws {
        // SQLite writes nothing if what it writes is there already.
        try run("UPDATE reserved SET next = next + 1")
    }

    /// When a message expires that was not settled yet; nil if it was, or has one attempt.
    package func expiry(of id: OutboxID) throws -> Timestamp? {
        try row("SELECT expires FROM queue WHERE id = ? AND NOT once", id)?.value("expires")
    }

    /// Deletes a message that no worker holds.
    package func withdraw(_ id: OutboxID) throws {
        try delete("lease IS NULL AND id = ?", id)
    }

    /// Returns messages to the queue, unless a newer one has replaced them: first the update, then
    /// the deletion.
    ///
    /// - Parameters:
    ///   - condition: Which messages, by one value.
    ///   - value: The value.
    ///   - ended: Which of them are deleted instead.
    ///   - notBefore: From when they are sent, if that changes.
    ///   - attempts: How often the service told them to wait, if that changes.
    /// - Throws: What the database throws.
    private func requeue(
        _ condition: String,
        _ value: some SQLStorable,
        unless ended: String = "superseded",
        notBefore: Timestamp? = nil,
        attempts: Int16? = nil
    ) throws {
        // A device without a usable token has no lane.
        try lockDevices(of: condition, value)
        try lock("queue", where: condition, value)
        try run(
            """
            UPDATE queue SET lease = NULL, not_before = coalesce(?, not_before), attempts = coalesce(?, attempts),
                lane = CASE WHEN EXISTS (SELECT 1 FROM device WHERE device.id = queue.device AND state = 'active')
                    THEN lane ELSE 0 END
            WHERE \(condition) AND \(Self.isLeased()) AND NOT (\(ended))
            """,
            notBefore,
            attempts,
            value
        )
        try delete("(\(ended)) AND \(condition)", value)
    }

    /// Locks the devices of messages.
    private func lockDevices(of condition: String, _ value: some SQLStorable) throws {
        try lock("device", where: "id IN (SELECT device FROM queue WHERE \(condition))", value)
    }

    // MARK: - Workers

    /// Whether the leases of a worker hold: they do until a sweep ends them, as only that knows
    /// whether the clock is right.
    package func isAlive(_ worker: WorkerID, _ lock: SQLLock) throws -> Bool {
        try row("SELECT id FROM worker WHERE id = ?\(locking(lock))", worker) != nil
    }

    /// Begins the heartbeat of a worker.
    package func enroll(_ worker: WorkerID) throws {
        try run(
            """
            INSERT INTO worker (id, until)
            VALUES (?,?) ON CONFLICT (id) DO UPDATE SET until = excluded.until
            """,
            worker,
            now.advanced(by: Heartbeat.term)
        )
    }

    /// Renews the heartbeat of a worker, and returns to the queue what it holds no more.
    ///
    /// - Parameters:
    ///   - worker: Its name.
    ///   - held: The messages that it has in memory.
    /// - Returns: Whether its leases still held; not if a sweep has given it up.
    /// - Throws: What the database throws.
    package func renew(_ worker: WorkerID, holding held: Set<OutboxID>) throws -> Bool {
        guard try isAlive(worker, .change) else { return false }
        try enroll(worker)
        let leased = try rows("SELECT id FROM queue WHERE lease = ? ORDER BY id", worker)
        let left = try leased.map { try $0.value("id") as OutboxID }.filter { !held.contains($0) }
        // Those of all devices at once, so that they are locked in their order and not in that of
        // the messages.
        if !left.isEmpty { try lockDevices(of: "lease = ?", worker) }
        for id in left { try requeue("id = ?", id) }
        return true
    }

    /// Ends the heartbeat of a worker, and returns to the queue what it holds, except messages with
    /// one attempt.
    package func leave(_ worker: WorkerID) throws {
        try run("DELETE FROM worker WHERE id = ?", worker)
        // It is unknown whether the one attempt of a message with TTL 0 was made.
        try requeue("lease = ?", worker, unless: "superseded OR once")
    }

    package func lane(_ id: LaneID, _ lock: SQLLock? = nil) throws -> Lane? {
        try row("SELECT * FROM lane WHERE id = ?\(locking(lock))", id).map(Lane.init)
    }

    package func save(_ lane: Lane, as id: LaneID) throws {
        try run(
            "UPDATE lane SET round = ?, failures = ?, cause = ?, next_probe = ? WHERE id = ?",
            lane.round,
            lane.failures,
            lane.cause?.rawValue,
            lane.nextProbe,
            id
        )
    }

    /// The partitions that hold a message whose time has come, without those whose lane is paused.
    ///
    /// It may name one from which nothing can be leased: each of its messages has expired, or waits
    /// for a leased one that it replaces.
    package func due() throws -> Set<OutboxPartition> {
        // Without `OFFSET` PostgreSQL reads the whole queue once instead of each partition's first
        // row; without an order it may look for that row in another index, from end to end.
        let first = "ORDER BY not_before LIMIT 1 OFFSET 0"
        let found = try rows(
            """
            WITH RECURSIVE shard (number) AS
                (SELECT 0 UNION ALL SELECT number + 1 FROM shard WHERE number < ?)
            SELECT lane.id AS lane, shard.number AS shard, urgency.column1 AS urgent
            FROM lane, shard, (VALUES (TRUE), (FALSE)) AS urgency
            WHERE (next_probe IS NULL OR next_probe <= ? OR next_probe > ?)
                AND coalesce(cause, '') <> '\(Lane.Cause.operator.rawValue)' AND (
                EXISTS (SELECT 1 FROM queue WHERE queue.shard = shard.number AND queue.lane = lane.id
                    AND urgent = urgency.column1 AND lease IS NULL AND not_before <= ? \(first))
                OR EXISTS (SELECT 1 FROM queue WHERE queue.shard = shard.number AND queue.lane = lane.id
                    AND urgent = urgency.column1 AND lease IS NULL AND not_before > ? \(first)))
            """,
            Self.shards - 1,
            now,
            now.advanced(by: Lane.longestPause),
            now,
            now.advanced(by: QueuedMessage.longestWait)
        )
        return Set(
            try found.map { row in
                OutboxPartition(
                    lane: try row.value("lane"),
                    shard: try row.value("shard"),
                    isUrgent: try row.value("urgent")
                )
            }
        )
    }

    /// Reads messages that are to be leased.
    ///
    /// One that cannot be read, or whose device or body cannot, returns to the queue for
    /// ``QueuedMessage/expiredWait``, so that it is not in the way of others.
    package func readable(_ rows: [SQLRow], _ read: (SQLRow) throws -> Lease) throws -> [Lease] {
        try rows.compactMap { row in
            do {
                return try read(row)
            } catch ServerStoreError.damaged {
                try run(
                    "UPDATE queue SET lease = NULL, not_before = ? WHERE id = ?",
                    now.advanced(by: QueuedMessage.expiredWait),
                    try row.value("id") as OutboxID
                )
                return nil
            }
        }
    }

    // MARK: - Settlement

    /// Settles one message, and notes nothing about its lane.
    package func settleAlone(_ attempt: Attempt, by worker: WorkerID) throws {
        let settlement = Settlement(attempt.outcome, of: attempt.message, at: now)
        if attempt.outcome == .accepted {
            // It may have come back to the queue meanwhile. Another worker's lease stays, even
            // though that worker will push the message once more: without it a newer message could
            // overtake that push, and be replaced by it.
            try delete("id = ? AND (lease = ? OR lease IS NULL)", attempt.message.id, worker)
        } else {
            let row = try row(
                "SELECT lease FROM queue WHERE id = ?\(locking(.change))",
                attempt.message.id
            )
            if let row {
                let lease: WorkerID? = try row.value("lease")
                if lease == worker { try apply(settlement.message, to: attempt) }
            }
        }
        try note(settlement.device, attempt)
    }

    private func apply(_ change: Settlement.MessageChange, to attempt: Attempt) throws {
        let id = attempt.message.id
        switch change {
        case .delete: try delete("id = ?", id)
        case .requeue(let notBefore, let attempts):
            try requeue("id = ?", id, notBefore: notBefore, attempts: attempts)
        case .hold:
            try requeue("id = ?", id)
            // A refusal of an older token is no reason to wait.
            let device = try device(attempt.message.device)
            let isStale = device?.state == .active && device?.token?.version != attempt.token
            if !isStale { try run("UPDATE queue SET lane = 0 WHERE id = ?", id) }
        case .deadLetter(let reason):
            try run(
                """
                INSERT INTO dead_letter (id, reason, at) VALUES (?,?,?)
                ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, at = excluded.at
                """,
                id,
                reason,
                now
            )
            try delete("id = ?", id)
        }
    }

    private func note(_ change: Settlement.DeviceChange, _ attempt: Attempt) throws {
        let device = attempt.message.device
        switch change {
        case .nothing: break
        case .works:
            // Nearly every push is to a device that is not doubtful: its row need not be read.
            let doubtful = try row(
                "SELECT id FROM device WHERE id = ? AND state = 'doubtful'",
                device
            )
            guard doubtful != nil else { break }
            try self.change(device) { device, _ in device.noteAcceptance(by: attempt.token) }
        case .waits(let until):
            let waiting = "\(Self.isOfDevice) AND lease IS NULL AND not_before < ?"
            try lock("queue", where: waiting, device, until)
            try run("UPDATE queue SET not_before = ? WHERE \(waiting)", until, device, until)
        case .tokenRefused(let since):
            try self.change(device) { device, now in
                device.noteRefusal(
                    of: attempt.token,
                    deadSince: since,
                    leased: attempt.leased,
                    at: now
                )
            }
        }
    }

    /// Notes what attempts say about their lanes; a lane is locked only if that changes it.
    package func noteLanes(_ attempts: [Attempt]) throws {
        let lanes = Dictionary(grouping: attempts, by: \.message.lane)
        for (id, attempts) in lanes.sorted(by: { $0.key.number < $1.key.number }) {
            func noted(_ old: Lane) -> Lane? {
                var lane = old
                for attempt in attempts {
                    let settlement = Settlement(attempt.outcome, of: attempt.message, at: now)
                    _ = lane.note(settlement.lane, round: attempt.round, at: now)
                }
                return lane == old ? nil : lane
            }
            guard try lane(id).flatMap(noted) != nil,
                let changed = try lane(id, .change).flatMap(noted)
            else { continue }
            try save(changed, as: id)
        }
    }
}
