// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

struct XWingTests {
    static func seed(_ number: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: number)
        return random.bytes(XWing.seedCount)
    }

    static func publicKey(_ number: UInt64 = 5) throws -> [UInt8] {
        try XWingPrivateKey(seed: seed(number).span).publicKey.bytes
    }

    static func encapsulate(to publicKey: [UInt8]) throws -> (key: [UInt8], secret: [UInt8]) {
        var secret = [UInt8](repeating: 0, count: XWing.sharedSecretCount)
        let recipient = try XWingPublicKey(reading: publicKey.span)
        var span = secret.mutableSpan
        let key = recipient.encapsulate(into: &span)
        return (key, secret)
    }

    static func decapsulate(_ encapsulatedKey: [UInt8], seed: [UInt8]) throws -> [UInt8] {
        let key = try XWingPrivateKey(seed: seed.span)
        var secret = [UInt8](repeating: 0, count: XWing.sharedSecretCount)
        var span = secret.mutableSpan
        try key.decapsulate(encapsulatedKey.span, into: &span)
        return secret
    }

    /// `key` with the coefficient at `position` of the 768 replaced, 12 bits each, little-endian (FIPS 203,
    /// section 4.2.1).
    static func key(_ key: [UInt8], coefficient: UInt16, at position: Int) -> [UInt8] {
        var changed = key
        let offset = position / 2 * 3
        if position.isMultiple(of: 2) {
            changed[offset] = UInt8(coefficient & 0xFF)
            changed[offset + 1] = changed[offset + 1] & 0xF0 | UInt8(coefficient >> 8)
        } else {
            changed[offset + 1] = changed[offset + 1] & 0x0F | UInt8(coefficient & 0x0F) << 4
            changed[offset + 2] = UInt8(coefficient >> 4)
        }
        return changed
    }

    /// Combiner of draft-connolly-cfrg-xwing-kem-10, section 5.3.
    static func combine(
        mlkem: SymmetricKey,
        x25519: [UInt8],
        encapsulated: [UInt8],
        publicKey: [UInt8]
    ) -> [UInt8] {
        let secret = unsafe mlkem.withUnsafeBytes { unsafe [UInt8]($0) }
        let label: [UInt8] = [0x5C, 0x2E, 0x2F, 0x2F, 0x5E, 0x5C]
        return [UInt8](
            SHA3_256.hash(data: secret + x25519 + encapsulated + publicKey + label)
        )
    }

    @Test(.rules("C-6"), arguments: UInt64(1)...4)
    func `both sides share a fresh secret`(_ number: UInt64) throws {
        let publicKey = try Self.publicKey(number)
        let first = try Self.encapsulate(to: publicKey)
        let second = try Self.encapsulate(to: publicKey)
        #expect(publicKey.count == XWing.publicKeyCount)
        #expect(first.key.count == XWing.encapsulatedKeyCount)
        #expect(first.secret != second.secret)
        #expect(first.key != second.key)
        #expect(try Self.decapsulate(first.key, seed: Self.seed(number)) == first.secret)
        #expect(try Self.decapsulate(first.key, seed: Self.seed(99)) != first.secret)
    }

    @Test(
        .rules("M-12"),
        arguments: [0, 1, 383, 384, 766, 767],
        [(0, true), (3328, true), (3329, false), (4095, false)]
    )
    func `coefficients are below the modulus`(
        _ position: Int,
        coefficient: (value: UInt16, isValid: Bool)
    ) throws {
        let changed = Self.key(
            try Self.publicKey(),
            coefficient: coefficient.value,
            at: position
        )
        #expect(XWing.hasReducedCoefficients(changed) == coefficient.isValid)
        if coefficient.isValid {
            #expect(try XWingPublicKey(reading: changed.span).bytes == changed)
        } else {
            #expect(throws: CryptoError.invalidPublicKey) {
                try XWingPublicKey(reading: changed.span)
            }
        }
    }

    /// The last 32 bytes of ML-KEM's key are a seed, not coefficients.
    @Test func `leaves the seed behind the coefficients alone`() throws {
        var key = try Self.publicKey()
        for index in 1152..<1184 { key[index] = 0xFF }
        #expect(try XWingPublicKey(reading: key.span).bytes == key)
    }

    @Test(.rules("M-9 M-10 M-11"), arguments: X25519.refusedEncodings)
    func `refuses a point of low order in either half`(_ encoding: [UInt8]) throws {
        let publicKey = try Self.publicKey()
        let mixed = publicKey.dropLast(32) + encoding
        #expect(throws: CryptoError.lowOrderPoint) {
            try XWingPublicKey(reading: mixed.span)
        }
        let encapsulated = try Self.encapsulate(to: publicKey).key
        #expect(throws: CryptoError.lowOrderPoint) {
            try Self.decapsulate(encapsulated.dropLast(32) + encoding, seed: Self.seed(5))
        }
    }

    /// The ephemeral key times the base point is its own public key, in every encoding of the base
    /// point.
    @Test(.rules("M-9 M-10 M-11"), arguments: X25519.basePoints)
    func `a public key's X25519 half need not be canonical, and is hashed as it came`(
        _ half: [UInt8]
    ) throws {
        let recipient = try MLKEM768.PrivateKey()
        let publicKey = [UInt8](recipient.publicKey.rawRepresentation) + half
        #expect(try XWingPublicKey(reading: publicKey.span).bytes == publicKey)
        let (key, secret) = try Self.encapsulate(to: publicKey)
        let ephemeral = Array(key.suffix(32))
        let expected = Self.combine(
            mlkem: try recipient.decapsulate(key.dropLast(32)),
            x25519: ephemeral,
            encapsulated: ephemeral,
            publicKey: half
        )
        #expect(secret == expected)
    }

    /// The recipient's key times the base point is its public key, in every encoding of the base
    /// point.
    @Test(.rules("M-9 M-10 M-11"), arguments: X25519.basePoints)
    func `an encapsulated key's X25519 half need not be canonical, and is hashed as it came`(
        _ half: [UInt8]
    ) throws {
        let publicKey = try Self.publicKey()
        let recipient = Array(publicKey.suffix(32))
        let sent = try MLKEM768.PublicKey(rawRepresentation: publicKey.dropLast(32)).encapsulate()
        let secret = try Self.decapsulate([UInt8](sent.encapsulated) + half, seed: Self.seed(5))
        let expected = Self.combine(
            mlkem: sent.sharedSecret,
            x25519: recipient,
            encapsulated: half,
            publicKey: recipient
        )
        #expect(secret == expected)
    }

    /// Encapsulation has no error: what could make it fail is refused when a key is read.
    @Test(arguments: [X25519.refusedEncodings[0], X25519.refusedEncodings[13]])
    func `encapsulation to a key that was never checked stops the program`(
        _ encoding: [UInt8]
    ) async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [encoding] in
            let key = XWingPublicKey(computed: try Self.publicKey().dropLast(32) + encoding)
            var secret = [UInt8](repeating: 0, count: XWing.sharedSecretCount)
            var span = secret.mutableSpan
            _ = key.encapsulate(into: &span)
        }
        #expect(result?.says("X-Wing takes every public key that was checked") == true)
    }

    /// ML-KEM rejects implicitly (FIPS 203, section 6.3): what was changed gives another secret,
    /// not an error.
    @Test(arguments: [0, 500, 1087, 1088, 1119])
    func `a changed encapsulated key gives another secret`(_ index: Int) throws {
        let (key, secret) = try Self.encapsulate(to: Self.publicKey())
        var changed = key
        changed[index] ^= 1
        #expect(try Self.decapsulate(changed, seed: Self.seed(5)) != secret)
    }

    @Test(arguments: [0, 1215, 1217])
    func `refuses a public key of another size`(_ count: Int) {
        let bytes = [UInt8](repeating: 9, count: count)
        #expect(throws: CryptoError.wrongLength(expected: 1216, got: count)) {
            try XWingPublicKey(reading: bytes.span)
        }
    }

    @Test(arguments: [0, 32, 1119, 1121])
    func `refuses an encapsulated key of another size`(_ count: Int) {
        #expect(throws: CryptoError.wrongLength(expected: 1120, got: count)) {
            try Self.decapsulate([UInt8](repeating: 9, count: count), seed: Self.seed(5))
        }
    }

    @Test(arguments: [0, 31, 33, 64])
    func `refuses a seed of another size`(_ count: Int) {
        let bytes = [UInt8](repeating: 9, count: count)
        #expect(throws: CryptoError.wrongLength(expected: 32, got: count)) {
            _ = try XWingPrivateKey(seed: bytes.span)
        }
    }

    @Test func `keys are equal by their bytes`() throws {
        let bytes = (try Self.publicKey(1), try Self.publicKey(2))
        let first = try XWingPublicKey(reading: bytes.0.span)
        let again = try XWingPublicKey(reading: bytes.0.span)
        let other = try XWingPublicKey(reading: bytes.1.span)
        #expect(first == again)
        #expect(first != other)
        #expect(Set([first, again, other]).count == 2)
    }
}
