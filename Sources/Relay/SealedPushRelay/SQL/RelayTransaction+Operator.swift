// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

extension RelayTransaction {
    /// The lanes that there are, and their pauses.
    ///
    /// A lane that cannot be read is left out: the others go on.
    package func lanes() throws -> [LaneID: (app: AppEnvironment, lane: Lane)] {
        var lanes: [LaneID: (app: AppEnvironment, lane: Lane)] = [:]
        for row in try rows("SELECT * FROM lane") {
            guard let app = try? AppEnvironment(row), let lane = try? Lane(row) else { continue }
            lanes[try row.value("id")] = (app, lane)
        }
        return lanes
    }

    /// Opens a lane that an operator has mended, or has paused.
    package func openLane(_ id: LaneID) throws { try changeLane(id) { $0.open() } }

    /// Pauses a lane until an operator opens it.
    package func pauseLane(_ id: LaneID) throws { try changeLane(id) { $0.pause() } }

    private func changeLane(_ id: LaneID, _ body: (inout Lane) -> Void) throws {
        guard var lane = try lane(id, .change) else { return }
        body(&lane)
        try save(lane, as: id)
    }

    /// The next dead letters in the order of their messages.
    package func deadLetters(after last: OutboxID?, limit: Int) throws -> [DeadLetter] {
        try rows(
            "SELECT * FROM dead_letter WHERE id > ? ORDER BY id LIMIT ?",
            last?.number ?? Int64.min,
            limit
        ).map { row in
            DeadLetter(
                id: try row.value("id"),
                reason: try row.value("reason"),
                time: try row.value("at")
            )
        }
    }

    /// Deletes dead letters, and says how many of them there were.
    package func removeDeadLetters(_ ids: [OutboxID]) throws -> Int {
        try ids.sorted().reduce(0) { count, id in
            try count + change("DELETE FROM dead_letter WHERE id = ?", id)
        }
    }

    /// How many messages each lane has that has any, of all devices or of one.
    package func outbox(of device: DeviceID?) throws -> [LaneID: OutboxCount] {
        let condition = device == nil ? "" : " WHERE queue.\(Self.isOfDevice)"
        let rows = try rows(
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
