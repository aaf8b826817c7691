// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ServerStore
import Foundation
import SealedPush

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
            try settle(attempt, by: worker)
        }
        try noteLanes(attempts)
    }

    /// Numbers as one value: a statement for all of them costs much less than one for each.
    static func list(_ numbers: [Int64]) throws -> String {
        String(decoding: try JSONEncoder().encode(numbers), as: UTF8.self)
    }
}
