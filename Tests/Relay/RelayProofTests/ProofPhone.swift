// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import PushTransport
import ReceiverTestSupport
import SealedPush
import SealedPushCoding
import SealedPushContacts
import SealedPushCrypto
import SealedPushRelay
import SealedPushSender
import SimulatedAPNs
import SimulatedDelivery
import SimulatedDevice
import Synchronization
import Testing

@testable import SealedPushAPNs

/// A phone whose messages come through the relay: a simulated device with the real extension.
final class ProofPhone: Sendable {
    let endpoint: Endpoint
    let device: RelayDevice
    private let phone: Phone
    private let simulated: SimulatedDevice
    private let deliveries = Mutex<[SimulatedDevice.Delivery]>([])

    /// Registers a phone at the push service and in the store.
    init(
        at server: APNsServer,
        in store: any RelayStore,
        keys: TokenKeyRing,
        arrived: @escaping @Sendable () -> Void
    ) async throws {
        let phone = try Phone()
        let folder = PhoneFolder(phone.path)
        try folder.write(.time, "\(Phone.now.milliseconds)")
        var profile = DeviceProfile(app: phone.topic.text)
        profile.name = "phone-\(UUID())"
        let simulated = SimulatedDevice(
            profile: profile,
            patience: .seconds(60)
        ) {
            PhoneService(folder)
        }
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let token = try await server.register(simulated)
        let tokenBytes = try #require(Hex.decode(token.text))
        let key = SigningKey()
        let id = DeviceID()
        var device = RelayDevice(
            registering: id,
            app: AppEnvironment(app: "phone", environment: .production),
            identity: DeviceIdentity(key.publicKey),
            credential: Capability().digest,
            token: TokenFingerprint(
                of: tokenBytes,
                for: AppEnvironment(app: "phone", environment: .production),
                key: SecretBytes(randomCount: 32)
            ),
            sealed: { version in
                let app = AppEnvironment(app: "phone", environment: .production)
                let context = TokenContext(device: id, app: app, version: version)
                return keys.seal(tokenBytes, for: context)
            },
            at: try await store.now()
        )
        let code = Capability()
        let origin = try #require(WebOrigin("https://relay.example".utf8))
        let challenge = DeviceIdentity.PossessionProof.Challenge(
            to: .activation,
            at: origin,
            of: id.text,
            nonce: code.bytes
        )
        let proof = DeviceIdentity.PossessionProof(signing: key, answering: challenge)
        try device.issueCode(code, origin: origin, at: try await store.now())
        _ = try device.activate(by: proof, origin: origin, at: try await store.now())
        try await store.write { [device] in try $0.add(device, nil) }
        self.device = device
        endpoint = Endpoint(
            id: EndpointID(),
            device: id,
            digest: Capability().digest,
            sender: .anyone
        )
        _ = try await store.write { [endpoint] in try $0.add(endpoint) }
        self.phone = phone
        self.simulated = simulated
        server.connect(token) { [weak self] push in
            self?.take(push)
            arrived()
        }
    }

    private func take(_ push: AcceptedPush) {
        var headers = PushHeaders()
        headers.topic = push.topic
        headers.pushType = push.type?.rawValue
        headers.collapseID = push.collapseID
        headers.expiration = push.expiration
        let delivery = simulated.deliver(payload: push.payload, headers: headers)
        deliveries.withLock { $0.append(delivery) }
    }

    /// Seals a text, and gives the envelope and the topic by which it collapses.
    func seal(_ text: String, key: String?) async throws -> (envelope: Envelope, topic: String?) {
        let payload = #"{"aps":{"alert":{"body":"\#(text)"},"sound":"default"}}"#
        let sealed = try await phone.seal(payload) { $0.collapseKey = key }
        let outer = try OuterPayload(reading: sealed.payload)
        let envelope = try Envelope(text: outer.encryptedContent.span)
        return (envelope, key == nil ? nil : sealed.headers.collapseID)
    }

    /// What the phone has shown, in the order in which it came, with the body and whether it drew attention.
    func appearances() async -> [(body: String, isAlerting: Bool)] {
        var appearances: [(body: String, isAlerting: Bool)] = []
        for delivery in deliveries.withLock(\.self) {
            guard let shown = await delivery.report.shown else { continue }
            appearances.append((shown.content.body, shown.presentation.isAlerting))
        }
        return appearances
    }

    /// The bodies that are in the list now.
    var listed: Set<String> {
        Set(simulated.list.flatMap(\.notifications).map(\.content.body))
    }
}
