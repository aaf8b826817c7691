// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// A prekey on the device that made it: the record and its private half.
package struct DevicePrekey: ~Copyable, Sendable {
    /// What was published.
    package let record: PrekeyRecord
    let privateKey: XWingPrivateKey

    /// The size of the X-Wing seed that stands for a private half in storage, in bytes.
    package static let seedCount = 32

    /// Makes a prekey from its stored seed.
    ///
    /// - Throws: ``CryptoError``, ``CryptoError/invalidPublicKey`` if seed and record do not belong
    ///   together.
    package init(record: PrekeyRecord, seed: Span<UInt8>) throws(CryptoError) {
        let privateKey = try XWingPrivateKey(seed: seed)
        guard privateKey.publicKey == record.publicKey else { throw .invalidPublicKey }
        self.record = record
        self.privateKey = privateKey
    }

    /// The public half of a seed, to be signed into a record.
    ///
    /// - Throws: ``CryptoError``.
    package static func publicKey(seed: Span<UInt8>) throws(CryptoError) -> XWingPublicKey {
        try XWingPrivateKey(seed: seed).publicKey
    }

    /// How long after its end a prekey still opens what was under way: 300 seconds.
    package static let grace: Duration = .seconds(300)

    /// The last moment at which the prekey opens what arrives then.
    package static func endOfLife(of record: PrekeyRecord) -> Timestamp {
        record.terms.notAfter.advanced(by: grace)
    }

    /// How much longer a prekey opens deferred messages, which arrived before: 7 days.
    package static let awaitedGrace: Duration = .days(7)

    /// The last moment at which the prekey opens anything.
    package static func endOfWaiting(of record: PrekeyRecord) -> Timestamp {
        endOfLife(of: record).advanced(by: awaitedGrace)
    }

    /// Whether the prekey does not open what arrives at `now`.
    package func isOverAge(at now: Timestamp) -> Bool {
        now > Self.endOfLife(of: record)
    }
}
