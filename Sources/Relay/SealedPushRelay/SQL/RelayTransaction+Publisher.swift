// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import ServerStore

extension RelayTransaction {
    /// Adds a device and ends the invitation that it came by.
    ///
    /// - Returns: Whether the device is there now: not if the invitation does not admit it.
    /// - Throws: What the database throws.
    package func register(
        _ device: RelayDevice,
        _ prekeys: PublishedPrekeys?,
        by invitation: Capability.Digest
    ) throws -> Bool {
        guard try self.device(device.id) == nil else { return true }
        let found = try row(
            "DELETE FROM invitation WHERE digest = ? AND app = ? AND environment = ? RETURNING *",
            invitation.bytes,
            device.app.app,
            device.app.environment.rawValue
        )
        guard try found.map(Invitation.init)?.admits(device.app, at: now) == true else {
            return false
        }
        try add(device, prekeys)
        return true
    }

    /// Whether an invitation would admit a device of this app now.
    package func admits(_ invitation: Capability.Digest, to app: AppEnvironment) throws -> Bool {
        let found = try row("SELECT * FROM invitation WHERE digest = ?", invitation.bytes)
        return try found.map(Invitation.init)?.admits(app, at: now) == true
    }

    /// Adds an invitation, which admits one device until it ends.
    package func add(_ invitation: Invitation) throws {
        try run(
            """
            INSERT INTO invitation (digest, app, environment, expires)
            VALUES (?,?,?,?) ON CONFLICT (digest) DO NOTHING
            """,
            invitation.digest.bytes,
            invitation.app.app,
            invitation.app.environment.rawValue,
            invitation.expires
        )
    }

    /// Keeps the retirement of a device, which its senders are told; one of another identity is not
    /// kept, and of several the first stays.
    package func keep(_ statement: DeviceIdentity.Retirement, of id: DeviceID) throws {
        // The lock keeps the device from being forgotten meanwhile.
        guard try device(id, .change)?.identity == statement.device else { return }
        try run(
            """
            INSERT INTO retirement (device, statement)
            VALUES (?,?) ON CONFLICT (device) DO NOTHING
            """,
            id,
            statement.bytes
        )
    }

    /// The retirement of a device; nil if there is none.
    package func retirement(of id: DeviceID) throws -> DeviceIdentity.Retirement? {
        guard let row = try row("SELECT * FROM retirement WHERE device = ?", id) else { return nil }
        let bytes: [UInt8] = try row.value("statement")
        guard let statement = try? DeviceIdentity.Retirement(reading: bytes.span) else {
            throw ServerStoreError.damaged
        }
        return statement
    }

    // MARK: - API keys

    /// Adds an API key, or replaces the one of this name.
    package func add(_ key: APIKey) throws {
        try run(
            """
            INSERT INTO api_key (name, digest, scopes) VALUES (?,?,?)
            ON CONFLICT (name) DO UPDATE SET digest = excluded.digest, scopes = excluded.scopes
            """,
            key.name,
            key.digest.bytes,
            key.scopes.map(\.rawValue).sorted().joined(separator: " ")
        )
    }

    /// Deletes the API key of this name, and says whether there was one.
    package func removeAPIKey(_ name: String) throws -> Bool {
        try change("DELETE FROM api_key WHERE name = ?", name) == 1
    }

    /// The API key of this digest, or nil.
    package func apiKey(_ digest: Capability.Digest) throws -> APIKey? {
        try row("SELECT * FROM api_key WHERE digest = ?", digest.bytes).map(APIKey.init)
    }

    /// The API keys in the order of their names.
    package func apiKeys() throws -> [APIKey] {
        try rows("SELECT * FROM api_key ORDER BY name").map(APIKey.init)
    }
}

extension Invitation {
    fileprivate init(_ row: SQLRow) throws {
        guard let digest = Capability.Digest(stored: try row.value("digest")) else {
            throw ServerStoreError.damaged
        }
        self.init(
            digest: digest,
            app: try AppEnvironment(row),
            expires: try row.value("expires")
        )
    }
}

extension APIKey {
    fileprivate init(_ row: SQLRow) throws {
        let scopes: String = try row.value("scopes")
        guard let digest = Capability.Digest(stored: try row.value("digest")) else {
            throw ServerStoreError.damaged
        }
        self.init(
            name: try row.value("name"),
            digest: digest,
            // A scope of a later version is none that this one grants.
            scopes: Set(scopes.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
        )
    }
}

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
