// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import ServerStore

/// The parts of a sweep in their order; each is done piece by piece, so that no transaction becomes
/// long.
package enum SweepStep: CaseIterable, Hashable, Sendable {
    /// The messages of dead workers return to the queue.
    case workers
    /// Devices age.
    case aging
    /// Messages without a lane get the one of their device, if it is active.
    case release
    /// A device that has been doubtful for a day gets one message into its lane.
    case probe
    /// Expired messages are deleted.
    case deletion
    /// Expired messages leave the workers' way.
    case postponement
    /// Drops whose time is over lose their boxes.
    case boxes
    /// What is remembered for a time only is forgotten.
    case memory

    /// How many rows a piece has at most; statements name it, so that a planner knows it.
    static let piece = 1000
    /// How many devices are looked at for one that can be read.
    static let candidates = 100
}

extension RelayTransaction {
    /// Does a piece of a step.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - lapsed: The time, if it is right; else no worker is given up.
    ///   - expired: A moment that has passed for certain; else nothing ages, is probed, deleted or
    ///     forgotten.
    /// - Returns: Whether there may be more to do.
    /// - Throws: ``ServerStoreError/damaged`` if only devices are left that cannot be read, or what
    ///   the database throws.
    package func sweep(
        _ step: SweepStep,
        lapsedBefore lapsed: Timestamp?,
        expiredBefore expired: Timestamp?
    ) throws -> Bool {
        switch step {
        case .workers: try lapsed.map { try endWorker(lapsedBefore: $0) } ?? false
        case .aging: try expired.map { try ageDevice(to: $0) } ?? false
        case .release: try release()
        case .probe: try expired.map { try probe(doubtfulUntil: $0) } ?? false
        case .deletion: try expired.map { try delete(expiredBefore: $0) } ?? false
        case .postponement: try postpone()
        case .boxes: try expired.map { try empty(boxesBefore: $0) } ?? false
        case .memory: try expired.map { try forget(before: $0) } ?? false
        }
    }

    private func endWorker(lapsedBefore lapsed: Timestamp) throws -> Bool {
        let dead = try row(
            """
            SELECT id FROM worker WHERE until <= ? OR until > ?
            ORDER BY id LIMIT 1\(locking(.skipping))
            """,
            lapsed,
            lapsed.advanced(by: Heartbeat.limit)
        )
        guard let dead else { return false }
        try leave(dead.value("id"))
        return true
    }

    private func ageDevice(to expired: Timestamp) throws -> Bool {
        let memory = expired.advanced(by: .zero - DeviceState.memory)
        let old = try rows(
            """
            SELECT id FROM device WHERE state = 'pending' AND since <= ? OR state = 'unreachable' AND since <= ?
                OR state = 'gone' AND since <= ? OR state = 'replaced' AND since <= ?
                OR state = 'retired' AND since <= ?
            LIMIT \(SweepStep.candidates)
            """,
            expired.advanced(by: .zero - DeviceState.pendingLimit),
            expired.advanced(by: .zero - DeviceState.patience),
            memory,
            memory,
            memory
        )
        return try pass(over: old, upTo: 1) { row in
            let id: DeviceID = try row.value("id")
            let age = try change(id) { device, _ in device.age(to: expired) }
            if age == .forgotten { try forget(id) }
            return age == .forgotten || age == .ended
        }
    }

    /// Does something with this many rows, passing over those that cannot be read.
    ///
    /// - Returns: Whether it did it with any.
    private func pass(over rows: [SQLRow], upTo limit: Int, _ body: (SQLRow) throws -> Bool) throws
        -> Bool
    {
        var (count, isDamaged) = (0, false)
        for row in rows where count < limit {
            do {
                if try body(row) { count += 1 }
            } catch ServerStoreError.damaged {
                isDamaged = true
            }
        }
        if count == 0, isDamaged { throw ServerStoreError.damaged }
        return count > 0
    }

    /// Moves every message without a lane whose device is active.
    private func release() throws -> Bool {
        let devices = try rows(
            """
            SELECT * FROM device WHERE state = 'active'
                AND id IN (SELECT device FROM queue WHERE lane = 0)
            ORDER BY id LIMIT \(SweepStep.piece)\(locking(.read))
            """
        )
        return try pass(over: devices, upTo: SweepStep.piece) { row in
            let count = try change(
                "UPDATE queue SET lane = ? WHERE device = ? AND lane = 0",
                lane(of: AppEnvironment(row)),
                try row.value("id") as DeviceID
            )
            return count > 0
        }
    }

    /// Moves the oldest message of a device that has been doubtful for a day, if none is under way.
    private func probe(doubtfulUntil end: Timestamp) throws -> Bool {
        func queued(_ device: String) -> String {
            "FROM queue WHERE \(Self.isAmong("SELECT body.id FROM body WHERE body.device = \(device)"))"
        }
        // Without `OFFSET` PostgreSQL may read the whole queue once for all devices.
        let first = "LIMIT 1 OFFSET 0"
        let doubtful = try row(
            """
            SELECT id, (SELECT lane.id FROM lane WHERE lane.app = device.app
                AND lane.environment = device.environment) AS lane
            FROM device WHERE state = 'doubtful' AND since <= ?
                AND (app, environment) IN (SELECT app, environment FROM lane)
                AND NOT EXISTS (SELECT 1 \(queued("device.id")) AND lane <> 0 \(first))
                AND EXISTS (SELECT 1 \(queued("device.id")) AND expires > ? \(first))
            LIMIT 1\(locking(.change))
            """,
            end.advanced(by: .zero - DeviceState.doubt),
            now
        )
        guard let doubtful else { return false }
        let device: DeviceID = try doubtful.value("id")
        let count = try change(
            """
            UPDATE queue SET lane = ?
            WHERE id = (SELECT min(id) \(queued("?")) AND expires > ?)
                AND NOT EXISTS (SELECT 1 \(queued("?")) AND lane <> 0)
            """,
            try doubtful.value("lane") as LaneID,
            device,
            now,
            device
        )
        return count == 1
    }

    private func delete(expiredBefore expired: Timestamp) throws -> Bool {
        let piece = """
            SELECT id FROM queue WHERE lease IS NULL AND expires < ? ORDER BY expires LIMIT \(SweepStep.piece)
            """
        let count = try delete("lease IS NULL AND \(Self.isAmong(piece))", expired)
        return count == SweepStep.piece
    }

    private func postpone() throws -> Bool {
        let piece = """
            SELECT id FROM queue WHERE expires <= ? AND lease IS NULL AND lane <> 0
                AND (not_before <= ? OR not_before > ?) LIMIT \(SweepStep.piece)\(locking(.skipping))
            """
        let count = try change(
            "UPDATE queue SET not_before = ? WHERE lease IS NULL AND \(Self.isAmong(piece))",
            now.advanced(by: QueuedMessage.expiredWait),
            now,
            now,
            now.advanced(by: QueuedMessage.longestWait)
        )
        return count == SweepStep.piece
    }

    private func empty(boxesBefore expired: Timestamp) throws -> Bool {
        let next = """
            SELECT expires FROM drop_box WHERE box IS NOT NULL
            ORDER BY expires LIMIT 1 OFFSET \(SweepStep.piece)
            """
        let count = try change(
            """
            UPDATE drop_box SET box = NULL
            WHERE box IS NOT NULL AND expires <= ? AND expires <= coalesce((\(next)), ?)
            """,
            expired,
            expired
        )
        return count >= SweepStep.piece
    }

    private func forget(before expired: Timestamp) throws -> Bool {
        let memory = expired.advanced(by: .zero - DeviceState.memory)
        try run("DELETE FROM endpoint WHERE revoked <= ?", memory)
        try run("DELETE FROM dead_letter WHERE at <= ?", memory)
        try run("DELETE FROM invitation WHERE expires <= ?", expired)
        let day = expired.advanced(by: .zero - Acceptance.memory)
        let drops = expired.advanced(by: .zero - Drop.memory)
        let isMore = [
            try forget("recent", before: day), try forget("claim", before: memory),
            try forget("drop_box", before: drops),
        ]
        return isMore.contains(true)
    }

    /// Deletes the oldest rows of a table.
    private func forget(_ table: String, before end: Timestamp) throws -> Bool {
        let count = try change(
            """
            DELETE FROM \(table) WHERE at <= ?
                AND at <= coalesce((SELECT at FROM \(table) ORDER BY at LIMIT 1 OFFSET \(SweepStep.piece)), ?)
            """,
            end,
            end
        )
        return count >= SweepStep.piece
    }

    private func forget(_ device: DeviceID) throws {
        try lock("endpoint", where: "device = ?", device)
        try delete(Self.isOfDevice, device)
        for table in ["endpoint", "claim", "published", "stock", "stock_records", "retirement"] {
            try run("DELETE FROM \(table) WHERE device = ?", device)
        }
        try run("DELETE FROM device WHERE id = ?", device)
    }
}
