// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A device for tests: an identity from a fixed seed, and records over fixed keys with any terms.
final class SampleDevice: Sendable {
    let identity: SigningKey

    static let now = Timestamp(clamping: 1_750_000_000_000)

    /// Makes the device of a number; another number is another device.
    init(_ number: UInt8 = 1) throws {
        identity = try SigningKey(
            seed: SecretBytes(copying: [UInt8](repeating: number, count: 32).span)
        )
    }

    var device: DeviceIdentity { DeviceIdentity(identity.publicKey) }

    /// The seed of a prekey; another number gives another key.
    static func seed(_ number: UInt8 = 0) -> [UInt8] {
        [UInt8](repeating: 0x42, count: 31) + [number]
    }

    static func publicKey(_ number: UInt8 = 0) throws -> XWingPublicKey {
        try DevicePrekey.publicKey(seed: seed(number).span)
    }

    static func terms(_ class: PrekeyRecord.Class = .reusable) -> PrekeyRecord.Terms {
        PrekeyRecord.Terms(
            class: `class`,
            epoch: 7,
            minimumEpoch: 3,
            notBefore: now.advanced(by: .days(-1)),
            notAfter: now.advanced(by: .days(45))
        )
    }

    func record(
        key number: UInt8 = 0,
        _ terms: PrekeyRecord.Terms = SampleDevice.terms()
    ) throws -> PrekeyRecord {
        PrekeyRecord(
            signing: try Self.publicKey(number),
            terms: terms,
            with: identity
        )
    }

    /// Signs that a sender, the first unless told, reaches the device at an endpoint.
    func subscription(
        at endpoint: String = "https://relay.example/e/x",
        for sender: SenderIdentity? = nil,
        as recipient: String = "user-7",
        topic: String = "com.example.app"
    ) throws -> DeviceIdentity.Subscription {
        guard let topic = Topic(topic) else { throw WireError.malformed }
        return try DeviceIdentity.Subscription(
            signing: identity,
            endpoint: endpoint,
            sender: sender ?? SenderKeys.sample().identity,
            recipient: recipient,
            topic: topic
        )
    }

    /// Signs the fields of a record, whatever they say.
    func signedRecord(_ fields: [UInt8]) -> [UInt8] {
        let signed = Array("SealedPush v1 prekey\0".utf8) + device.bytes + fields
        return fields + identity.signature(for: signed.span)
    }
}

extension SenderKeys {
    /// The sender of a number, from fixed seeds; another number is another sender.
    static func sample(_ number: UInt8 = 1) throws -> SenderKeys {
        try SenderKeys(
            signingKey: SigningKey(
                seed: SecretBytes(copying: [UInt8](repeating: 0x80 + number, count: 32).span)
            ),
            secret: SecretBytes(copying: [UInt8](repeating: 0xC0 + number, count: 32).span)
        )
    }
}

extension SampleDevice {
    /// A record with the terms that a test is about, the others as usual.
    func record(
        _ class: PrekeyRecord.Class = .reusable,
        epoch: UInt32 = 7,
        minimumEpoch: UInt32 = 0,
        from notBefore: Duration = .days(-1),
        to notAfter: Duration = .days(45),
        key number: UInt8 = 0
    ) throws -> PrekeyRecord {
        try record(
            key: number,
            PrekeyRecord.Terms(
                class: `class`,
                epoch: epoch,
                minimumEpoch: minimumEpoch,
                notBefore: Self.now.advanced(by: notBefore),
                notAfter: Self.now.advanced(by: notAfter)
            )
        )
    }

    func bundle(_ records: PrekeyRecord...) throws -> DeviceBundle {
        try DeviceBundle(device: device, records: records)
    }

    /// What a sender pins that has seen these records only.
    func pins(_ records: PrekeyRecord...) throws -> DeviceBundle.Pins {
        DeviceBundle.Pins(seeing: try DeviceBundle(device: device, records: records), after: nil)
    }
}
