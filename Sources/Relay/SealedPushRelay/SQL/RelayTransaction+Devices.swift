// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import ServerStore

extension RelayTransaction {
    /// Adds a device and what it has published, if its app hands out its prekeys through the relay.
    package func add(_ device: RelayDevice, _ prekeys: PublishedPrekeys?) throws {
        try save(device)
        if let prekeys { try save(prekeys, of: device.id) }
    }

    /// The device of this name, or nil.
    package func device(_ id: DeviceID, _ lock: SQLLock? = nil) throws -> RelayDevice? {
        try row("SELECT * FROM device WHERE id = ?\(locking(lock))", id).map(RelayDevice.init)
    }

    package func save(_ device: RelayDevice) throws {
        let state = device.state.stored
        try run(
            """
            INSERT INTO device (
                id, app, environment, identity, credential, state, since, version, fingerprint,
                sealed, registered, held, next_version, next_fingerprint, next_sealed,
                next_registered, codes
            )
            VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
            ON CONFLICT (id) DO UPDATE SET credential = excluded.credential,
                state = excluded.state, since = excluded.since,
                version = excluded.version, fingerprint = excluded.fingerprint, sealed = excluded.sealed,
                registered = excluded.registered, held = excluded.held,
                next_version = excluded.next_version, next_fingerprint = excluded.next_fingerprint,
                next_sealed = excluded.next_sealed, next_registered = excluded.next_registered, codes = excluded.codes
            """,
            device.id,
            device.app.app,
            device.app.environment.rawValue,
            device.identity.bytes,
            device.credential.bytes,
            state.word,
            state.since,
            device.token?.version,
            device.token?.fingerprint.bytes,
            device.token?.sealed,
            device.token?.registered,
            device.held,
            device.candidate?.version,
            device.candidate?.fingerprint.bytes,
            device.candidate?.sealed,
            device.candidate?.registered,
            device.codes.bytes
        )
    }

    /// The next devices in the order of their names.
    package func devices(after last: DeviceID?, limit: Int) throws -> [DeviceID] {
        try rows(
            "SELECT id FROM device WHERE id > ? ORDER BY id LIMIT ?",
            last?.number ?? 0,
            limit
        ).map { try $0.value("id") }
    }

    /// How many devices wait for their activation.
    package func pendingCount() throws -> Int {
        try number("SELECT count(*) AS number FROM device WHERE state = 'pending'")
    }

    /// Changes a device, and whatever follows from that (``DeviceConsequences``).
    ///
    /// - Returns: What `body` returns; nil if there is no such device.
    /// - Throws: What the database throws.
    @discardableResult
    package func change<Result>(
        _ id: DeviceID,
        _ body: (inout RelayDevice, Timestamp) -> Result
    ) throws -> Result? {
        guard let old = try device(id, .change) else { return nil }
        var new = old
        let result = body(&new, now)
        if new != old { try write(new, insteadOf: old) }
        return result
    }

    /// Ends a device for good.
    package func retire(_ id: DeviceID) throws {
        try change(id) { device, now in device.retire(at: now) }
    }

    /// Lets the token serve to which the code of an answer was pushed, and changes the devices that
    /// lose it by that (``TokenTakeover``).
    ///
    /// - Returns: The codes that are to be pushed now; nil if there is no such device.
    /// - Throws: What the database throws.
    package func activate(
        _ id: DeviceID,
        by answer: ActivationAnswer
    ) throws -> Result<[TokenRecall], ActivationError>? {
        guard let old = try device(id, .change) else { return nil }
        var new = old
        do throws(ActivationError) {
            try new.activate(by: answer.proof, origin: answer.origin, at: now)
        } catch {
            return .failure(error)
        }
        return .success(try write(new, insteadOf: old, answer))
    }

    @discardableResult
    private func write(
        _ new: RelayDevice,
        insteadOf old: RelayDevice,
        _ answer: ActivationAnswer? = nil
    ) throws -> [TokenRecall] {
        var (device, recalls): (RelayDevice, [TokenRecall]) = (new, [])
        let consequences = DeviceConsequences(from: old, to: device)
        let id = device.id
        // Messages that are accepted at the same time come before or see the change: they lock their endpoint.
        if consequences.messages != nil { try lock("endpoint", where: "device = ?", id) }
        if let token = consequences.takeover {
            try lock(token)
            // There may be many, of which most stay as they are; an identity has one.
            let others = try rows(
                """
                SELECT * FROM device WHERE fingerprint = ? AND id IN (
                    SELECT id FROM device WHERE fingerprint = ? AND id <> ?
                        AND (identity = ? OR state <> 'unreachable')
                    ORDER BY identity = ? DESC, held, id LIMIT \(TokenTakeover.limit + 1)
                ) ORDER BY id\(locking(.change))
                """,
                token.bytes,
                token.bytes,
                id,
                device.identity.bytes,
                device.identity.bytes
            )
            let takeover = TokenTakeover(
                by: device,
                from: try others.map(RelayDevice.init),
                answer: answer,
                at: now
            )
            for other in takeover.replaced { try end(other, as: device) }
            for (old, new) in takeover.lost { try write(new, insteadOf: old) }
            (device, recalls) = (takeover.device, takeover.recalls)
        }
        try save(device)
        if consequences.messages != nil { try lock("queue", where: Self.isOfDevice, id) }
        switch consequences.messages {
        case .release:
            try run("UPDATE queue SET lane = ? WHERE \(Self.isOfDevice)", lane(of: device), id)
        case .hold:
            try run("UPDATE queue SET lane = 0 WHERE \(Self.isOfDevice) AND lease IS NULL", id)
        case .end: try delete(Self.isOfDevice, id)
        case nil: break
        }
        return recalls
    }

    /// Ends an earlier registration of the same device: its endpoints, their claims and messages
    /// move to the new one, and so do its drops.
    private func end(_ other: RelayDevice, as device: RelayDevice) throws {
        let (new, old) = (device.id, other.id)
        try lock("endpoint", where: "device = ?", old)
        try run("UPDATE endpoint SET device = ? WHERE device = ?", new, old)
        try run("UPDATE claim SET device = ? WHERE device = ?", new, old)
        try run("UPDATE drop_box SET device = ? WHERE device = ?", new, old)
        try lock("queue", where: Self.isOfDevice, old)
        try run(
            "UPDATE queue SET device = ?, shard = ? WHERE \(Self.isOfDevice)",
            new,
            device.id.shard(of: Self.shards),
            old
        )
        try run("UPDATE body SET device = ? WHERE device = ?", new, old)
        var replaced = other
        replaced.replace(at: now)
        try write(replaced, insteadOf: other)
    }

    /// The lane in which messages of a device wait; it is made with the first device of its app.
    package func lane(of device: RelayDevice) throws -> LaneID {
        guard device.state == .active else { return .none }
        return try lane(of: device.app)
    }

    package func lane(of app: AppEnvironment) throws -> LaneID {
        let known = try row(
            "SELECT id FROM lane WHERE app = ? AND environment = ?",
            app.app,
            app.environment.rawValue
        )
        if let known { return try known.value("id") }
        let made = try row(
            "INSERT INTO lane SELECT count(*) + 1, ?, ?, 0, 0, NULL, NULL FROM lane RETURNING id",
            app.app,
            app.environment.rawValue
        )
        guard let made else { throw ServerStoreError.damaged }
        return try made.value("id")
    }

    // MARK: - Endpoints

    /// Adds an endpoint to a device that takes messages.
    ///
    /// - Returns: Whether it is there now; none is added beyond ``RelayLimits/endpointsPerDevice``.
    /// - Throws: What the database throws.
    package func add(_ endpoint: Endpoint) throws -> Bool {
        guard try self.endpoint(endpoint.id) == nil else { return true }
        guard let device = try device(endpoint.device, .change), device.state.takesMessages else {
            return false
        }
        let count = try number(
            "SELECT count(*) AS number FROM endpoint WHERE device = ? AND revoked IS NULL",
            device.id
        )
        guard count < limits.endpointsPerDevice else { return false }
        try run(
            "INSERT INTO endpoint (id, device, digest, vapid, revoked) VALUES (?,?,?,?,?)",
            endpoint.id,
            endpoint.device,
            endpoint.digest.bytes,
            endpoint.sender.stored,
            endpoint.revoked
        )
        return true
    }

    /// The endpoints of a device that are not revoked, in the order of their names.
    package func endpoints(of device: DeviceID) throws -> [Endpoint] {
        try rows(
            "SELECT * FROM endpoint WHERE device = ? AND revoked IS NULL ORDER BY id",
            device
        ).map(Endpoint.init)
    }

    package func endpoint(_ id: EndpointID, _ lock: SQLLock? = nil) throws -> Endpoint? {
        try row("SELECT * FROM endpoint WHERE id = ?\(locking(lock))", id).map(Endpoint.init)
    }

    /// Binds an endpoint to the key of the first request that it serves, if it waits for one.
    ///
    /// - Returns: Who may use it now; nil if there is no such endpoint.
    /// - Throws: What the database throws.
    package func bind(_ id: EndpointID, to key: [UInt8]) throws -> Endpoint.Sender? {
        guard var endpoint = try endpoint(id, .change) else { return nil }
        let old = endpoint.sender
        endpoint.bind(to: key)
        if endpoint.sender != old {
            try run("UPDATE endpoint SET vapid = ? WHERE id = ?", endpoint.sender.stored, id)
        }
        return endpoint.sender
    }

    /// What the sender of an endpoint is answered.
    package func reach(of endpoint: Endpoint) throws -> Endpoint.Reach {
        let device = try row("SELECT state, since FROM device WHERE id = ?", endpoint.device)
        guard let device else { return .unknown }
        let state = try DeviceState(word: device.value("state"), since: device.value("since"))
        return endpoint.reach(of: state, at: now)
    }

    /// Ends an endpoint of a device, and deletes its messages.
    package func revoke(_ id: EndpointID, of device: DeviceID) throws {
        let count = try change(
            "UPDATE endpoint SET revoked = coalesce(revoked, ?) WHERE id = ? AND device = ?",
            now,
            id,
            device
        )
        guard count == 1 else { return }
        try delete(
            Self.isAmong("SELECT id FROM body WHERE device = ? AND endpoint = ?"),
            device,
            id
        )
    }
}
