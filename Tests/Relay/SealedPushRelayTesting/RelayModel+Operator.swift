// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

extension RelayModel {
    package mutating func openLane(_ id: LaneID) {
        lanes[id]?.open()
    }

    package mutating func pauseLane(_ id: LaneID) {
        lanes[id]?.pause()
    }

    package func deadLetters(after last: OutboxID?, limit: Int) -> [DeadLetter] {
        let letters = deadLetters.filter { (last?.number ?? .min) < $0.id.number }
        return Array(letters.sorted { $0.id < $1.id }.prefix(limit))
    }

    package mutating func removeDeadLetters(_ ids: [OutboxID]) -> Int {
        let count = deadLetters.count
        deadLetters.removeAll { ids.contains($0.id) }
        return count - deadLetters.count
    }

    package func outbox(of device: DeviceID?) -> [LaneID: OutboxCount] {
        let messages = queue.values.filter { device == nil || $0.device == device }
        return Dictionary(grouping: messages, by: \.lane).mapValues { messages in
            let leased = messages.count { $0.lease != nil }
            let accepted = messages.compactMap { message -> Timestamp? in
                let known = recent[RecentKey(endpoint: message.endpoint, hash: message.bodyHash)]
                return known?.message == message.id ? known?.at : nil
            }
            return OutboxCount(
                waiting: messages.count - leased,
                leased: leased,
                oldest: accepted.min(),
                forgotten: messages.count - accepted.count
            )
        }
    }
}

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
