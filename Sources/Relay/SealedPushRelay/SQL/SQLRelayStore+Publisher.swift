// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

extension SQLRelayStore {
    package func register(
        _ device: RelayDevice,
        _ prekeys: PublishedPrekeys?,
        by invitation: Capability.Digest
    ) async throws(RelayStoreError) -> Bool {
        try await write(holding: prekeys?.bundle.count ?? 0) {
            try $0.register(device, prekeys, by: invitation)
        }
    }

    package func add(_ invitation: Invitation) async throws(RelayStoreError) {
        try await write { try $0.add(invitation) }
    }

    package func admits(
        _ invitation: Capability.Digest,
        to app: AppEnvironment
    ) async throws(RelayStoreError) -> Bool {
        try await read { try $0.admits(invitation, to: app) }
    }

    package func pendingCount() async throws(RelayStoreError) -> Int {
        try await read {
            try $0.number("SELECT count(*) AS number FROM device WHERE state = 'pending'")
        }
    }

    package func retire(_ id: DeviceID) async throws(RelayStoreError) {
        try await write { transaction in
            try transaction.change(id) { device, now in device.retire(at: now) }
        }
    }

    package func keep(
        _ statement: DeviceIdentity.Retirement,
        of id: DeviceID
    ) async throws(RelayStoreError) {
        try await write { try $0.keep(statement, of: id) }
    }

    package func retirement(of id: DeviceID) async throws(RelayStoreError) -> DeviceIdentity
        .Retirement?
    {
        try await read { try $0.retirement(of: id) }
    }

    package func endpoints(of device: DeviceID) async throws(RelayStoreError) -> [Endpoint] {
        try await read { transaction in
            let rows = try transaction.rows(
                "SELECT * FROM endpoint WHERE device = ? AND revoked IS NULL ORDER BY id",
                device
            )
            return try rows.map(Endpoint.init)
        }
    }

    package func add(_ key: APIKey) async throws(RelayStoreError) {
        try await write { try $0.add(key) }
    }

    package func removeAPIKey(_ name: String) async throws(RelayStoreError) -> Bool {
        try await write { try $0.change("DELETE FROM api_key WHERE name = ?", name) == 1 }
    }

    package func apiKey(_ digest: Capability.Digest) async throws(RelayStoreError) -> APIKey? {
        try await read {
            try $0.row("SELECT * FROM api_key WHERE digest = ?", digest.bytes).map(APIKey.init)
        }
    }

    package func apiKeys() async throws(RelayStoreError) -> [APIKey] {
        try await read { try $0.rows("SELECT * FROM api_key ORDER BY name").map(APIKey.init) }
    }
}
