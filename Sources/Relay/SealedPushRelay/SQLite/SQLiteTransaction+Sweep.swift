// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import SealedPush

extension SQLiteTransaction {
    func sweep(expiredBefore expired: Timestamp?) throws {
        for row in try rows("SELECT id FROM worker WHERE until <= ?", now.stored) {
            try leave(WorkerID(try row.value("id")))
        }
        for row in try rows("SELECT id FROM device WHERE state <> 'active'") {
            let id = DeviceID(try row.value("id"))
            let age = try change(id) { device, now in device.age(to: now) }
            if age == .forgotten { try forget(id) }
        }
        try release()
        try probe()
        if let expired {
            try delete("lease IS NULL AND expires < ?", expired.stored)
        }
        try run(
            """
            UPDATE queue SET not_before = ? WHERE expires <= ? AND lease IS NULL AND lane <> 0
                AND (not_before <= ? OR not_before > ?)
            """,
            now.advanced(by: QueuedMessage.expiredWait).stored,
            now.stored,
            now.stored,
            now.advanced(by: QueuedMessage.longestWait).stored
        )
        let day = now.advanced(by: .zero - Acceptance.memory)
        try run("DELETE FROM recent WHERE at <= ?", day.stored)
        let memory = now.advanced(by: .zero - DeviceState.memory)
        try run("DELETE FROM claim WHERE at <= ?", memory.stored)
        try run("DELETE FROM endpoint WHERE revoked <= ?", memory.stored)
        try run("DELETE FROM dead_letter WHERE at <= ?", memory.stored)
    }

    /// Moves every message without a lane whose device is active.
    private func release() throws {
        let devices = try rows(
            """
            SELECT * FROM device WHERE state = 'active'
                AND id IN (SELECT device FROM queue WHERE lane = 0)
            """
        )
        for device in try devices.map(RelayDevice.init) {
            try run(
                "UPDATE queue SET lane = ? WHERE device = ? AND lane = 0",
                lane(of: device).number,
                device.id.number
            )
        }
    }

    /// Moves the oldest message of each device that has been doubtful for a day, if none is under way.
    private func probe() throws {
        let devices = try rows(
            """
            SELECT * FROM device WHERE state = 'doubtful' AND since <= ?
                AND NOT EXISTS (SELECT 1 FROM queue WHERE queue.device = device.id AND lane <> 0)
            """,
            now.advanced(by: .zero - DeviceState.doubt).stored
        )
        for device in try devices.map(RelayDevice.init) {
            try run(
                """
                UPDATE queue SET lane = ?
                WHERE id = (SELECT min(id) FROM queue WHERE device = ? AND expires > ?)
                """,
                lane(of: device.app).number,
                device.id.number,
                now.stored
            )
        }
    }

    private func forget(_ device: DeviceID) throws {
        try delete("device = ?", device.number)
        for table in ["endpoint", "claim", "published", "stock", "stock_records"] {
            try run("DELETE FROM \(table) WHERE device = ?", device.number)
        }
        try run("DELETE FROM device WHERE id = ?", device.number)
    }
}
