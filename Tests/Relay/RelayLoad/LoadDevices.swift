// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushRelay

/// Devices that are registered in a store for a measurement, each with an endpoint.
struct LoadDevices {
    static let app = AppEnvironment(app: "load", environment: .production)
    static let keys = TokenKeyRing(
        current: 1,
        SecretBytes(copying: [UInt8](repeating: 1, count: 32).span)
    )
    /// How many devices messages are posted to, if there are no more than a hundred for each.
    private static let count = 1000
    private static let messagesPerDevice = 100

    /// An endpoint of a device, and what its URL ends with.
    struct Address {
        let endpoint: EndpointID
        let capability: Capability
    }

    let store: any RelayStore

    init(in store: any RelayStore) { self.store = store }

    /// Registers devices with active tokens, and gives an endpoint of each.
    func register(_ count: Int = count, prekeys: Bool = false) async throws -> [Address] {
        let fingerprints = SecretBytes(randomCount: 32)
        let now = Timestamp.system
        var addresses: [Address] = []
        for _ in 0..<count {
            let id = DeviceID()
            let key = SigningKey()
            var device = RelayDevice(
                registering: id,
                app: Self.app,
                identity: DeviceIdentity(key.publicKey),
                credential: Capability().digest,
                token: TokenFingerprint(
                    of: Randomness.bytes(32),
                    for: Self.app,
                    key: fingerprints
                ),
                sealed: { version in
                    let context = TokenContext(device: id, app: Self.app, version: version)
                    return Self.keys.seal([UInt8](repeating: 0xA1, count: 32), for: context)
                },
                at: now
            )
            let code = Capability()
            guard let origin = WebOrigin("https://relay.example".utf8) else {
                throw LoadFailure.refused
            }
            try device.issueCode(code, origin: origin, at: now)
            let challenge = DeviceIdentity.PossessionProof.Challenge(
                to: .activation,
                at: origin,
                of: id.text,
                nonce: code.bytes
            )
            let proof = DeviceIdentity.PossessionProof(signing: key, answering: challenge)
            try device.activate(by: proof, origin: origin, at: now)
            try await store.write { [device] in try $0.add(device, nil) }
            if prekeys {
                try await store.write { try $0.replaceStock(of: id, by: try Self.stock(of: key)) }
            }
            let capability = Capability()
            let endpoint = Endpoint(
                id: EndpointID(),
                device: id,
                digest: capability.digest,
                sender: .anyone
            )
            guard try await store.write({ try $0.add(endpoint) }) else { throw LoadFailure.refused }
            addresses.append(Address(endpoint: endpoint.id, capability: capability))
        }
        return addresses
    }

    /// A hundred one-time prekeys.
    private static func stock(of key: borrowing SigningKey) throws -> PrekeyStock {
        let now = Timestamp.system
        let records = try (0..<100).flatMap { _ in
            let pair = try SecretBytes(randomCount: 32).withBytes { seed throws(CryptoError) in
                try XWingPrivateKey(seed: seed)
            }
            return PrekeyRecord(
                signing: pair.publicKey,
                terms: PrekeyRecord.Terms(
                    class: .oneTime,
                    epoch: 1,
                    minimumEpoch: 0,
                    notBefore: now,
                    notAfter: now.advanced(by: .days(45))
                ),
                with: key
            ).bytes
        }
        return try PrekeyStock(
            reading: records,
            of: DeviceIdentity(key.publicKey),
            minimumEpoch: 0,
            at: now
        )
    }

    /// A message of the size of a short text: the smallest bucket's envelope.
    static func submission(_ id: Int64, to endpoint: EndpointID) throws -> Submission {
        Submission(
            id: OutboxID(id),
            endpoint: endpoint,
            envelope: try Envelope(reading: [1] + Randomness.bytes(2047)),
            options: DeliveryOptions(lifetime: .until(.hours(24)))
        )
    }

    /// Queues this many messages.
    func fill(_ count: Int) async throws {
        let addresses = try await register(max(Self.count, count / Self.messagesPerDevice))
        for start in stride(from: 0, to: count, by: 500) {
            let batch = try (start..<min(start + 500, count)).map { number in
                try Self.submission(
                    Int64(number + 1),
                    to: addresses[number % addresses.count].endpoint
                )
            }
            guard try await store.accept(batch).allSatisfy({ $0 == .queued }) else {
                throw LoadFailure.refused
            }
        }
    }
}

extension Timestamp {
    /// The machine's time.
    static var system: Timestamp {
        Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
