// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SealedPush

extension SQLiteTransaction {
    func device(_ id: DeviceID) throws -> RelayDevice? {
        try row("SELECT * FROM device WHERE id = ?", id.number).map(RelayDevice.init)
    }

    func save(_ device: RelayDevice) throws {
        let state = device.state.stored
        try run(
            "INSERT OR REPLACE INTO device VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            device.id.number,
            device.app.app,
            device.app.environment.rawValue,
            Data(device.identity.bytes),
            Data(device.credential.bytes),
            state.word,
            state.since.stored,
            device.token?.version.number,
            (device.token?.fingerprint.bytes).map { Data($0) },
            (device.token?.sealed).map { Data($0) },
            device.token?.registered.stored,
            device.candidate?.version.number,
            (device.candidate?.fingerprint.bytes).map { Data($0) },
            (device.candidate?.sealed).map { Data($0) },
            device.candidate?.registered.stored,
            Data(device.codes.bytes)
        )
    }

    func change<Result>(
        _ id: DeviceID,
        _ body: (inout RelayDevice, Timestamp) -> Result
    ) throws -> Result? {
        guard let old = try device(id) else { return nil }
        var new = old
        let result = body(&new, now)
        if new != old { try write(new, insteadOf: old) }
        return result
    }

    private func write(_ device: RelayDevice, insteadOf old: RelayDevice) throws {
        let consequences = DeviceConsequences(from: old, to: device)
        if let token = consequences.takeover {
            let others = try rows(
                "SELECT * FROM device WHERE fingerprint = ? AND id <> ?",
                Data(token.bytes),
                device.id.number
            )
            for other in try others.map(RelayDevice.init) { try take(other, over: device) }
        }
        try save(device)
        let id = device.id.number
        switch consequences.messages {
        case .release:
            try run("UPDATE queue SET lane = ? WHERE device = ?", lane(of: device).number, id)
        case .hold:
            try run("UPDATE queue SET lane = 0 WHERE device = ? AND lease IS NULL", id)
        case .end: try delete("device = ?", id)
        case nil: break
        }
    }

    /// Replaces another device with the same token; if it is the same device after a lost credential, its endpoints
    /// and messages move to the new registration.
    private func take(_ other: RelayDevice, over device: RelayDevice) throws {
        if other.identity == device.identity {
            let (new, old) = (device.id.number, other.id.number)
            try run("UPDATE endpoint SET device = ? WHERE device = ?", new, old)
            try run(
                "UPDATE queue SET device = ?, shard = ? WHERE device = ?",
                new,
                device.id.shard,
                old
            )
        }
        var replaced = other
        replaced.replace(at: now)
        try write(replaced, insteadOf: other)
    }

    /// The lane in which messages of a device wait; it is made with the first device of its app.
    func lane(of device: RelayDevice) throws -> LaneID {
        guard device.state == .active else { return .none }
        return try lane(of: device.app)
    }

    func lane(of app: AppEnvironment) throws -> LaneID {
        let select = "SELECT id FROM lane WHERE app = ? AND environment = ?"
        if let row = try row(select, app.app, app.environment.rawValue) {
            return LaneID(try row.value("id"))
        }
        try run(
            "INSERT INTO lane SELECT count(*) + 1, ?, ?, 0, 0, NULL, NULL FROM lane",
            app.app,
            app.environment.rawValue
        )
        return LaneID(Int16(try number(select, app.app, app.environment.rawValue)))
    }

    /// Deletes messages and their bodies.
    func delete(_ condition: String, _ value: Int64) throws {
        try run("DELETE FROM body WHERE id IN (SELECT id FROM queue WHERE \(condition))", value)
        try run("DELETE FROM queue WHERE \(condition)", value)
    }

    // MARK: - Endpoints

    func add(_ endpoint: Endpoint) throws -> Bool {
        guard try self.endpoint(endpoint.id) == nil else { return true }
        guard let device = try device(endpoint.device), device.state.takesMessages else {
            return false
        }
        let count = try number(
            "SELECT count(*) FROM endpoint WHERE device = ? AND revoked IS NULL",
            device.id.number
        )
        guard count < limits.endpointsPerDevice else { return false }
        let key: [UInt8]? = if case .bound(let vapid) = endpoint.sender { vapid } else { nil }
        try run(
            "INSERT INTO endpoint VALUES (?,?,?,?,?)",
            endpoint.id.number,
            endpoint.device.number,
            Data(endpoint.digest.bytes),
            key.map { Data($0) },
            endpoint.revoked?.stored
        )
        return true
    }

    func endpoint(_ id: EndpointID) throws -> Endpoint? {
        try row("SELECT * FROM endpoint WHERE id = ?", id.number).map(Endpoint.init)
    }

    /// What the sender of an endpoint is answered.
    func reach(of endpoint: Endpoint) throws -> Endpoint.Reach {
        guard let device = try device(endpoint.device) else { return .unknown }
        return endpoint.reach(of: device.state, at: now)
    }

    func revoke(_ id: EndpointID, of device: DeviceID) throws {
        let count = try change(
            "UPDATE endpoint SET revoked = coalesce(revoked, ?) WHERE id = ? AND device = ?",
            now.stored,
            id.number,
            device.number
        )
        if count == 1 { try delete("endpoint = ?", id.number) }
    }
}
