// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

extension ModelRelayStore {
    package func register(
        _ device: RelayDevice,
        _ prekeys: PublishedPrekeys?,
        by invitation: Capability.Digest
    ) async throws(RelayStoreError) -> Bool {
        try call { model, now in model.register(device, prekeys, by: invitation, at: now) }
    }

    package func admits(
        _ invitation: Capability.Digest,
        to app: AppEnvironment
    ) async throws(RelayStoreError) -> Bool {
        try call { model, now in model.invitations[invitation]?.admits(app, at: now) == true }
    }

    package func pendingCount() async throws(RelayStoreError) -> Int {
        try call { model, _ in model.pendingCount }
    }

    package func retire(_ id: DeviceID) async throws(RelayStoreError) {
        try call { model, now in model.retire(id, at: now) }
    }

    package func keep(
        _ statement: DeviceIdentity.Retirement,
        of id: DeviceID
    ) async throws(RelayStoreError) {
        try call { model, _ in model.keep(statement, of: id) }
    }

    package func retirement(of id: DeviceID) async throws(RelayStoreError) -> DeviceIdentity
        .Retirement?
    {
        try call { model, _ in model.retirements[id] }
    }

    package func endpoints(of device: DeviceID) async throws(RelayStoreError) -> [Endpoint] {
        try call { model, _ in model.endpoints(of: device) }
    }

    package func add(_ invitation: Invitation) async throws(RelayStoreError) {
        try call { model, _ in model.invite(invitation) }
    }

    package func add(_ key: APIKey) async throws(RelayStoreError) {
        try call { model, _ in model.add(key) }
    }

    package func removeAPIKey(_ name: String) async throws(RelayStoreError) -> Bool {
        try call { model, _ in model.apiKeys.removeValue(forKey: name) != nil }
    }

    package func apiKey(_ digest: Capability.Digest) async throws(RelayStoreError) -> APIKey? {
        try call { model, _ in model.apiKey(digest) }
    }

    package func apiKeys() async throws(RelayStoreError) -> [APIKey] {
        try call { model, _ in model.apiKeys.values.sorted { $0.name < $1.name } }
    }
}
