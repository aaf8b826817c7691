// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// A prekey on the device that made it: the record and its private half.
public struct DevicePrekey: ~Copyable, Sendable {
    /// What was published.
    public let record: PrekeyRecord
    let privateKey: PrivateKey

    /// The private half, by suite.
    enum PrivateKey: ~Copyable, Sendable {
        case x25519(X25519PrivateKey)
        case xwing(XWingPrivateKey)
    }

    /// The size of what stands for a private half in storage, the same in both suites, in bytes.
    public static let seedCount = 32

    /// Makes a prekey from its stored seed: the X25519 scalar, or the X-Wing seed.
    ///
    /// - Throws: ``CryptoError``, ``CryptoError/invalidPublicKey`` where seed and record do not belong together.
    public init(record: PrekeyRecord, seed: Span<UInt8>) throws(CryptoError) {
        let privateKey = try PrivateKey(suite: record.suite, seed: seed)
        guard privateKey.publicKeyBytes == record.publicKey.bytes else { throw .invalidPublicKey }
        self.record = record
        self.privateKey = privateKey
    }

    /// The public half of a seed, to be signed into a record.
    ///
    /// - Throws: ``CryptoError``.
    public static func publicKey(
        of suite: Suite,
        seed: Span<UInt8>
    ) throws(CryptoError) -> PrekeyRecord.PublicKey {
        let privateKey = try PrivateKey(suite: suite, seed: seed)
        let bytes = privateKey.publicKeyBytes
        switch suite {
        case .x25519: return .x25519(try X25519PublicKey(reading: bytes.span))
        case .xwing: return .xwing(try XWingPublicKey(reading: bytes.span))
        }
    }

    /// How long after its end a prekey still opens what was under way: 24 hours and 5 minutes.
    public static let grace: Duration = .seconds(24 * 3600 + 5 * 60)

    /// The moment at which the private half is to be erased.
    public static func endOfLife(of record: PrekeyRecord) -> Timestamp {
        record.terms.notAfter.advanced(by: grace)
    }

    /// How much longer a private half may stay where parked messages wait for it, which alone it then opens: 7 days.
    public static let awaitedGrace: Duration = .days(7)

    /// The moment at which the private half is to be erased even where parked messages wait for it.
    public static func endOfWaiting(of record: PrekeyRecord) -> Timestamp {
        endOfLife(of: record).advanced(by: awaitedGrace)
    }

    /// Whether the private half may not be used any more at `now`, and is to be erased.
    public func isOverAge(at now: Timestamp) -> Bool {
        now >= Self.endOfLife(of: record)
    }
}

extension DevicePrekey.PrivateKey {
    init(suite: Suite, seed: Span<UInt8>) throws(CryptoError) {
        switch suite {
        case .x25519: self = .x25519(try X25519PrivateKey(reading: seed))
        case .xwing: self = .xwing(try XWingPrivateKey(seed: seed))
        }
    }

    var publicKeyBytes: [UInt8] {
        switch self {
        case .x25519(let key): key.publicKey.bytes
        case .xwing(let key): key.publicKeyBytes
        }
    }
}
