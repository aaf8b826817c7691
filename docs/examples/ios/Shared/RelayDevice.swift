// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushKeys
import SealedPushRelayClient
import SealedPushStore

/// What app and extension know of the device at the publisher's relay.
nonisolated struct RelayDevice: Codable {
    let name: String
    /// A secret, which the file keeps as its folder does.
    let credential: String
    /// The endpoint for the app's server; nil until it is made.
    var endpoint: Endpoint?
    /// For whom the server has a subscription of this endpoint; nil until it has one.
    var subscribed: Terms?

    /// An endpoint of one user: each has one of its own, since it is all that ends a subscription.
    nonisolated struct Endpoint: Codable {
        /// The name by which it is deleted.
        let id: String
        /// A secret.
        let url: String
        /// What the server calls the user.
        let recipient: String
    }

    /// For whom a device subscribes, as the app's server says.
    nonisolated struct Terms: Codable, Hashable {
        /// What `sealedpush sender identity` prints on the server.
        let sender: String
        /// What the server calls its user.
        let recipient: String
    }

    var registration: RelayRegistration {
        RelayRegistration(device: name, credential: credential)
    }

    /// What was kept; nil before the first registration.
    static func load() throws -> RelayDevice? {
        guard FileManager.default.fileExists(atPath: Shared.relayDevice.path) else { return nil }
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: Shared.relayDevice))
    }

    func save() throws {
        #if os(iOS)
            let options: Data.WritingOptions = [
                .atomic, .completeFileProtectionUntilFirstUserAuthentication,
            ]
        #else
            let options: Data.WritingOptions = .atomic
        #endif
        try JSONEncoder().encode(self).write(to: Shared.relayDevice, options: options)
    }

    static func remove() throws {
        guard try load() != nil else { return }
        try FileManager.default.removeItem(at: Shared.relayDevice)
    }

    /// Answers the code that the relay pushed, if the push has one: to the app in the background,
    /// or to the extension as an alert, since background pushes may never arrive.
    ///
    /// - Returns: Whether the device is activated by it.
    static func answer(_ push: [AnyHashable: Any], by client: RelayClient) async throws -> Bool {
        guard let code = push["sealedpush-activation"],
            let payload = try? JSONSerialization.data(
                withJSONObject: ["sealedpush-activation": code]
            ),
            let activation = RelayActivation(payload: [UInt8](payload)),
            // A code for a device that was not registered here is answered by nothing.
            let known = try load()
        else { return false }
        let keys = try DeviceKeys(in: RecordStore.open(at: Shared.store, key: Shared.key))
        return try await client.activate(
            known.registration,
            answering: activation,
            by: keys.possessionProof
        )
    }
}
