// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushCrypto
import Synchronization

/// A device in memory that signs prekeys of any terms and opens what is sealed to them.
package final class SampleDevice: Sendable {
    private let key = SigningKey()
    private let held = Mutex<[PrekeyRecord.ID: Held]>([:])

    private struct Held {
        let record: PrekeyRecord
        let seed: [UInt8]

        func prekey() throws(CryptoError) -> DevicePrekey {
            try DevicePrekey(record: record, seed: seed.span)
        }
    }

    /// The device.
    package let identity: DeviceIdentity

    /// The moment at which tests take place, unless they say otherwise.
    package static let now = Timestamp(clamping: 1_750_000_000_000)

    /// A device without prekeys.
    package init() {
        identity = DeviceIdentity(key.publicKey)
    }

    /// The statement that retires this device.
    package func retirement() -> DeviceIdentity.Retirement {
        DeviceIdentity.Retirement(signing: key)
    }

    /// The device's answer to a link, with an endpoint at the link's relay.
    package func answer(
        to link: PairingLink,
        capability: [UInt8] = [UInt8](repeating: 7, count: PairingAnswer.capabilityCount),
        topic: String = "com.example.app",
        name: String = "Ann's phone"
    ) throws(WireError) -> PairingAnswer {
        guard let topic = Topic(topic) else { throw .malformed }
        return try PairingAnswer(
            signing: key,
            to: link,
            endpoint: link.relayURL + "/e/" + Base64URL.encode(capability.span),
            topic: topic,
            name: name
        )
    }

    /// A sender for which this device subscribes, unless a test says for which.
    package static let sender = SenderKeys().identity

    /// The statement that a sender reaches this device at an endpoint.
    package func subscription(
        at endpoint: String = "https://relay.example/e/x",
        for sender: SenderIdentity = sender,
        as recipient: String = "4711",
        topic: String = "com.example.app"
    ) throws(WireError) -> DeviceIdentity.Subscription {
        guard let topic = Topic(topic) else { throw .malformed }
        return try DeviceIdentity.Subscription(
            signing: key,
            endpoint: endpoint,
            sender: sender,
            recipient: recipient,
            topic: topic
        )
    }

    /// Makes a prekey, and keeps its private half.
    package func record(
        class: PrekeyRecord.Class = .reusable,
        epoch: UInt32 = 7,
        minimumEpoch: UInt32 = 0,
        notBefore: Timestamp = now.advanced(by: .days(-1)),
        notAfter: Timestamp = now.advanced(by: .days(45))
    ) throws(CryptoError) -> PrekeyRecord {
        let seed = Randomness.bytes(DevicePrekey.seedCount)
        let publicKey = try DevicePrekey.publicKey(seed: seed.span)
        let record = PrekeyRecord(
            signing: publicKey,
            terms: PrekeyRecord.Terms(
                class: `class`,
                epoch: epoch,
                minimumEpoch: minimumEpoch,
                notBefore: notBefore,
                notAfter: notAfter
            ),
            with: key
        )
        held.withLock { $0[record.id] = Held(record: record, seed: seed) }
        return record
    }

    /// A bundle of this device's records.
    package func bundle(_ records: PrekeyRecord...) throws(WireError) -> DeviceBundle {
        try DeviceBundle(device: identity, records: records)
    }

    /// A bundle of one reusable prekey.
    package func bundle(epoch: UInt32 = 7) throws -> DeviceBundle {
        try bundle(record(epoch: epoch))
    }

    /// Opens what the push service delivered, answering the machine from memory until it ends.
    package func open(
        _ payload: [UInt8],
        as kind: Payload.PushKind = .alert,
        topic: Topic,
        at now: Timestamp = now
    ) throws -> OpeningStep {
        let text = try OuterPayload(reading: payload).encryptedContent
        return try open(try Envelope(text: text.span), as: kind, topic: topic, at: now)
    }

    /// Opens an envelope as a relay takes it.
    package func open(
        _ envelope: Envelope,
        as kind: Payload.PushKind = .alert,
        topic: Topic,
        at now: Timestamp = now
    ) throws -> OpeningStep {
        var machine = OpeningMachine(topic: topic)
        var step = machine.start(envelope, kind: kind, now: now)
        while true {
            switch step {
            case .loadPrekey(let id):
                if let held = held.withLock({ $0[id] }) {
                    step = machine.prekeyFound(try held.prekey())
                } else {
                    step = machine.prekeyUnknown()
                }
            case .loadContact:
                step = machine.contactLoaded(ContactStatus(), isRevoked: false)
            case .claim:
                step = machine.claimed(prekeyIsHeld: true)
            case .clear:
                step = machine.cleared()
            case .erase(let id):
                held.withLock { $0[id] = nil }
                step = machine.erased()
            case .apply:
                step = machine.statementsApplied(ContactStatus(), isRevoked: false)
            case .loadName:
                step = machine.nameLoaded(ResolvedSender(name: "Ann", source: .contact))
            case .deliver, .refuse:
                return step
            }
        }
    }
}
