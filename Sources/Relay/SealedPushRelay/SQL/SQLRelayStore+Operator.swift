// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension SQLRelayStore {
    package func openLane(_ id: LaneID) async throws(RelayStoreError) {
        try await change(id) { $0.open() }
    }

    package func pauseLane(_ id: LaneID) async throws(RelayStoreError) {
        try await change(id) { $0.pause() }
    }

    private func change(
        _ id: LaneID,
        _ body: @escaping @Sendable (inout Lane) -> Void
    ) async throws(RelayStoreError) {
        try await write { transaction in
            guard var lane = try transaction.lane(id, .change) else { return }
            body(&lane)
            try transaction.save(lane, as: id)
        }
    }

    package func removeDeadLetters(_ ids: [OutboxID]) async throws(RelayStoreError) -> Int {
        try await write { transaction in
            try ids.sorted().reduce(0) { count, id in
                try count + transaction.change("DELETE FROM dead_letter WHERE id = ?", id)
            }
        }
    }

    package func outbox(
        of device: DeviceID?
    ) async throws(RelayStoreError) -> [LaneID: OutboxCount] {
        try await read { transaction in
            let condition = device == nil ? "" : " WHERE queue.\(Transaction.isOfDevice)"
            let rows = try transaction.rows(
                """
                SELECT lane, count(*) AS messages, count(lease) AS leased, count(recent.at) AS known,
                    min(recent.at) AS oldest
                FROM queue LEFT JOIN recent ON recent.endpoint = queue.endpoint
                    AND recent.body_hash = queue.body_hash AND recent.message = queue.id\(condition)
                GROUP BY lane
                """,
                values: device.map { [$0] } ?? []
            )
            var counts: [LaneID: OutboxCount] = [:]
            for row in rows { counts[try row.value("lane")] = try OutboxCount(row) }
            return counts
        }
    }
}

extension OutboxCount {
    fileprivate init(_ row: SQLRow) throws {
        let messages: Int = try row.value("messages")
        let leased: Int = try row.value("leased")
        self.init(
            waiting: messages - leased,
            leased: leased,
            oldest: try row.value("oldest"),
            forgotten: try messages - row.value("known")
        )
    }
}
