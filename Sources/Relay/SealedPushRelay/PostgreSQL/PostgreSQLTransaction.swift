// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import ServerStore

/// The statements of one transaction on a relay's database of PostgreSQL.
package struct PostgreSQLTransaction: RelayTransaction {
    let connection: PostgreSQLConnection
    package let now: Timestamp
    package let limits: RelayLimits

    package static let locks = true
    package static let shards = DeviceID.shardCount

    package static func isAmong(_ query: String) -> String { "id = ANY (ARRAY(\(query)))" }

    package func change(_ sql: String, values: [any SQLStorable]) throws -> Int {
        try query(sql, values.map { PostgreSQLParameter($0.sqlValue) }).changed
    }

    package func rows(_ sql: String, values: [any SQLStorable]) throws -> [SQLRow] {
        try query(sql, values.map { PostgreSQLParameter($0.sqlValue) }).rows
    }

    func query(_ sql: String, _ parameters: [PostgreSQLParameter]) throws -> PostgreSQLResult {
        try connection.query(sql, parameters)
    }

    package func delete(_ condition: String, values: [any SQLStorable]) throws -> Int {
        try change(Self.deletion(of: condition), values: values)
    }

    /// What requests of senders find, one for each.
    func destinations(of requests: [Destination.Request]) throws -> [Destination?] {
        var found = [Destination?](repeating: nil, count: requests.count)
        let columns = requests.map(\.columns)
        let rows = try query(
            Self.destinationQuery,
            [
                PostgreSQLParameter(columns.map(\.digest)),
                PostgreSQLParameter(columns.map(\.prekey)),
                PostgreSQLParameter(columns.map(\.hash)),
            ]
        ).rows
        for row in rows {
            let index = try row.value("number") as Int - 1
            guard requests.indices.contains(index) else { throw ServerStoreError.damaged }
            found[index] = try Destination(row, for: requests[index], at: now)
        }
        return found
    }

    /// The boxes of drops, one for each.
    func boxes(of drops: [Capability.Digest]) throws -> [[UInt8]?] {
        let rows = try query(
            "SELECT digest, box FROM drop_box WHERE digest = ANY (?::bytea[])",
            [PostgreSQLParameter(drops.map(\.bytes))]
        ).rows
        var found: [[UInt8]: [UInt8]] = [:]
        for row in rows { found[try row.value("digest")] = try row.value("box") }
        return drops.map { found[$0.bytes] }
    }

    private static let destinationQuery = destinations(
        "unnest(?::bytea[], ?::bytea[], ?::bytea[]) WITH ORDINALITY AS asked (digest, prekey, hash, number)"
    )

    /// Deletes messages and their bodies at once, so that no other transaction comes in between;
    /// locks them in order.
    static func deletion(of condition: String) -> String {
        """
        WITH found AS (SELECT id FROM queue WHERE \(condition) ORDER BY id FOR UPDATE),
        gone AS (DELETE FROM queue WHERE id = ANY (ARRAY(SELECT id FROM found)) RETURNING id)
        DELETE FROM body WHERE id = ANY (ARRAY(SELECT id FROM gone))
        """
    }
}

extension PostgreSQLTransaction {
    package func lease(_ request: LeaseRequest) throws -> [Lease] {
        let id = request.lane
        // A worker that the sweep gives up leases nothing after it.
        guard try isAlive(request.worker, .existence), var lane = try lane(id) else { return [] }
        if lane.admission(at: now) == .open {
            return try lease(request, limit: request.limit, lane)
        }
        guard let locked = try self.lane(id, .change) else { return [] }
        lane = locked
        let isOpen = lane.admission(at: now) == .open
        guard isOpen || lane.takeProbe(at: now) else { return [] }
        let leases = try lease(request, limit: isOpen ? request.limit : min(request.limit, 1), lane)
        if !isOpen, !leases.isEmpty { try save(lane, as: id) }
        return leases
    }

    private func lease(_ request: LeaseRequest, limit: Int, _ lane: Lane) throws -> [Lease] {
        let limit = max(0, limit)
        let end = now.advanced(by: QueuedMessage.longestWait)
        let partition: [any SQLStorable] = [request.lane, request.isUrgent, now]
        let values = partition + [now, limit] + partition + [end, limit, limit, request.worker]
        let found = try query(
            Self.leasing,
            [PostgreSQLParameter(request.shards)]
                + values.map { PostgreSQLParameter($0.sqlValue) }
        ).rows
        let leases = try readable(found) {
            try Lease($0, to: request.worker, in: lane, at: now)
        }
        // An update returns its rows in any order.
        let places = Dictionary(uniqueKeysWithValues: zip(request.shards, 0...))
        func place(_ lease: Lease) -> (Int, Timestamp, OutboxID) {
            let message = lease.message
            let shard = message.device.shard(of: Self.shards)
            return (places[shard, default: 0], message.notBefore, message.id)
        }
        return leases.sorted { place($0) < place($1) }
    }

    /// Takes from one shard after the other, and from none once the limit is reached.
    ///
    /// A message that waits longer than any does so since the clock was set back. Passes over what
    /// another transaction holds, and over a message while a worker holds one that it replaces; one
    /// without a body or a token is found as well, and is damaged.
    static let leasing = """
        WITH due AS (
            SELECT mine.id FROM unnest(?::smallint[]) AS asked (shard), LATERAL (
                SELECT id FROM (\(waiting("not_before <= ?"))) AS due
                UNION ALL SELECT id FROM (\(waiting("not_before > ?"))) AS due
            ) AS mine LIMIT ?
        ), leased AS (UPDATE queue SET lease = ? WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING *)
        SELECT leased.*, body.bytes, device.app, device.environment, device.version, device.fingerprint,
            device.sealed, device.registered
        FROM leased LEFT JOIN body ON body.id = leased.id LEFT JOIN device ON device.id = leased.device
        """

    /// What one shard has; `OFFSET 0` keeps the planner from reading all leased messages first, as
    /// the index finds the one that matters.
    private static func waiting(_ time: String) -> String {
        """
        SELECT id FROM queue AS mine
        WHERE mine.shard = asked.shard AND lane = ? AND urgent = ? AND lease IS NULL AND expires > ? AND \(time)
            AND NOT (collapses AND EXISTS (SELECT 1 FROM queue AS other
                WHERE other.endpoint = mine.endpoint AND other.collapse = mine.collapse
                    AND other.collapses AND \(isLeased(in: "other.")) OFFSET 0))
        ORDER BY not_before, id LIMIT ? FOR UPDATE SKIP LOCKED
        """
    }

    // MARK: - Settlement

    /// Settles the accepted messages of most devices together and the others singly, in their
    /// order; locks all that they
    /// change beforehand.
    package func settle(_ attempts: [Attempt], by worker: WorkerID) throws {
        let changing = try lockDevices(of: attempts)
        // About most devices of an accepted message there is nothing to be said.
        let accepted = attempts.filter { $0.isAccepted(exceptOf: changing) }
        let others = attempts.filter { !$0.isAccepted(exceptOf: changing) }
        if !others.isEmpty {
            _ = try query(
                "SELECT id FROM queue WHERE id = ANY (?::bigint[]) ORDER BY id FOR UPDATE",
                [PostgreSQLParameter(attempts.map(\.message.id.number))]
            )
        }
        if !accepted.isEmpty {
            _ = try query(
                Self.deletion(of: "id = ANY (?::bigint[]) AND (lease = ? OR lease IS NULL)"),
                [
                    PostgreSQLParameter(accepted.map(\.message.id.number)),
                    PostgreSQLParameter(worker.sqlValue),
                ]
            )
        }
        for attempt in others { try settleAlone(attempt, by: worker) }
        try noteLanes(attempts)
    }

    /// Locks the devices that attempts may change, and their endpoints if that can change other
    /// messages of theirs, and
    /// returns these devices: the doubtful ones, and those whose token was refused or has to wait.
    private func lockDevices(of attempts: [Attempt]) throws -> Set<DeviceID> {
        let others = attempts.filter { $0.outcome != .accepted }
        let found = try query(
            Self.devices,
            [
                PostgreSQLParameter(attempts.map(\.message.device.number)),
                PostgreSQLParameter(others.map(\.message.device.number)),
            ]
        )
        let doubtful: [DeviceID] = try found.rows.compactMap { row in
            try row.value("state") == "doubtful" ? row.value("id") : nil
        }
        let changing = attempts.refusedDevices.union(doubtful)
        if !changing.isEmpty {
            _ = try query(
                "SELECT id FROM endpoint WHERE device = ANY (?::bigint[]) ORDER BY id FOR NO KEY UPDATE",
                [PostgreSQLParameter(changing.map(\.number))]
            )
        }
        return changing
    }

    static let devices = """
        SELECT id, state FROM device
        WHERE id = ANY (?::bigint[]) AND (state = 'doubtful' OR id = ANY (?::bigint[])) ORDER BY id FOR NO KEY UPDATE
        """
}
