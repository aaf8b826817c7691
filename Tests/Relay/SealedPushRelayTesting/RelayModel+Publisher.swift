// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

extension RelayModel {
    package mutating func invite(_ invitation: Invitation) {
        invitations[invitation.digest] = invitations[invitation.digest] ?? invitation
    }

    package mutating func register(
        _ device: RelayDevice,
        _ prekeys: PublishedPrekeys?,
        by digest: Capability.Digest,
        at now: Timestamp
    ) -> Bool {
        guard devices[device.id] == nil else { return true }
        guard let invitation = invitations[digest], invitation.app == device.app else {
            return false
        }
        invitations[digest] = nil
        guard invitation.admits(device.app, at: now) else { return false }
        add(device, prekeys)
        return true
    }

    package var pendingCount: Int {
        devices.values.count { if case .pending = $0.state { true } else { false } }
    }

    package mutating func retire(_ id: DeviceID, at now: Timestamp) {
        _ = change(id, at: now) { device, now in device.retire(at: now) }
    }

    package mutating func keep(_ statement: DeviceIdentity.Retirement, of id: DeviceID) {
        guard devices[id]?.identity == statement.device, retirements[id] == nil else { return }
        retirements[id] = statement
    }

    package func endpoints(of device: DeviceID) -> [Endpoint] {
        endpoints.values.filter { $0.device == device && $0.revoked == nil }
            .sorted { $0.id.number < $1.id.number }
    }

    package mutating func add(_ key: APIKey) { apiKeys[key.name] = key }

    package func apiKey(_ digest: Capability.Digest) -> APIKey? {
        apiKeys.values.first { $0.digest == digest }
    }
}
