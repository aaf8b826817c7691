// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushKeys
import SealedPushRelayClient

/// The publisher's relay: the device is registered once, named at each start, and stocked as asked.
nonisolated struct Relay: Sendable {
    let client: RelayClient
    /// Asks the app's server for an invitation, which it gets of the relay with its API key.
    let invitation: @Sendable () async throws -> String
    /// Asks the app's server, to which the user is logged in, for whom the device subscribes: never
    /// a push or the relay.
    let terms: @Sendable () async throws -> RelayDevice.Terms
    /// Gives the app's server the subscription by which it sends to this device, a secret.
    let subscribe: @Sendable (_ subscription: DeviceIdentity.Subscription) async throws -> Void

    /// Does whatever is due: at each start, once a day, and after an activation.
    func update(token: Data, keys: DeviceKeys) async throws {
        guard var device = try RelayDevice.load() else { return try await register(token, keys) }
        guard try await isKnown(device, token) else {
            try RelayDevice.remove()
            return try await register(token, keys)
        }
        let status = try await client.status(of: device.registration)
        try await publish(keys, status.wantedPrekeys, of: device)
        if status.isActivationPending {
            // As an alert, after 20 seconds; the relay refuses more than a few an hour.
            try? await client.retryActivation(device.registration)
        }
        let terms = try await self.terms()
        try await deleteEndpoint(unlessFor: terms.recipient, &device)
        guard status.state == .active, device.subscribed != terms else { return }
        try await signEndpoint(for: terms, keys, &device)
    }

    /// Ends the endpoint of another user, who was logged in before: whatever is sent by that
    /// subscription comes here no more.
    private func deleteEndpoint(
        unlessFor recipient: String,
        _ device: inout RelayDevice
    ) async throws {
        guard let old = device.endpoint, old.recipient != recipient else { return }
        try await client.deleteEndpoint(old.id, of: device.registration)
        (device.endpoint, device.subscribed) = (nil, nil)
        try device.save()
    }

    /// Signs the user's endpoint for the server's identity, and again for its next one.
    private func signEndpoint(
        for terms: RelayDevice.Terms,
        _ keys: DeviceKeys,
        _ device: inout RelayDevice
    ) async throws {
        let sender = try SenderIdentity(text: terms.sender)
        // One that the user has blocked gets none.
        try keys.checkSubscriber(sender)
        if device.endpoint == nil {
            // For one sender. With the server's VAPID key: `.key(...)`.
            let made = try await client.makeEndpoint(of: device.registration, for: .anyone)
            device.endpoint = RelayDevice.Endpoint(
                id: made.id,
                url: made.url,
                recipient: terms.recipient
            )
            try device.save()
        }
        guard let url = device.endpoint?.url else { return }
        try await subscribe(keys.subscription(at: url, for: sender, as: terms.recipient))
        device.subscribed = terms
        try device.save()
    }

    /// Names the token, and says whether the relay knows the device; to a new token it pushes a
    /// code.
    private func isKnown(_ device: RelayDevice, _ token: Data) async throws -> Bool {
        do {
            _ = try await client.register(token: [UInt8](token), of: device.registration)
            return true
        } catch {
            guard error.endsRegistration else { throw error }
            return false
        }
    }

    private func register(_ token: Data, _ keys: DeviceKeys) async throws {
        let made = try await client.register(
            app: Shared.app,
            token: [UInt8](token),
            bundle: keys.bundle(at: .now),
            invitation: invitation()
        )
        try RelayDevice(name: made.device, credential: made.credential).save()
    }

    /// The reusable prekey, and one-time prekeys if the relay asks for them; each is given once.
    private func publish(_ keys: DeviceKeys, _ wanted: Int, of device: RelayDevice) async throws {
        try await client.publish(keys.bundle(at: .now), of: device.registration)
        guard wanted > 0 else { return }
        let offer = try keys.offer(at: .now)
        let stock = offer.records.filter { $0.terms.class == .oneTime }
        guard !stock.isEmpty else { return }
        try await client.replaceStock(by: stock, of: device.registration)
        try keys.acknowledge(offer, at: .now)
    }
}
