// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// X-Wing (draft-connolly-cfrg-xwing-kem-10): ML-KEM-768 and X25519 together, so that either may
/// break.
package enum XWing {
    /// The size of a public key in bytes: 1184 of ML-KEM-768, then 32 of X25519.
    package static let publicKeyCount = 1216
    /// The size of an encapsulated key in bytes: 1088 of ML-KEM-768, then 32 of X25519.
    package static let encapsulatedKeyCount = 1120
    /// The size of the seed that stands for a private key, in bytes.
    package static let seedCount = 32
    /// The size of a shared secret in bytes.
    package static let sharedSecretCount = 32

    /// ML-KEM-768's modulus (FIPS 203, section 2.4).
    private static let modulus: UInt16 = 3329

    /// Whether each of the 768 coefficients, 12 bits each, is below the modulus (M-12; FIPS 203,
    /// section 7.2).
    static func hasReducedCoefficients(_ publicKey: Span<UInt8>) -> Bool {
        var offset = 0
        while offset < 1152 {
            let first = UInt16(publicKey[offset]) | UInt16(publicKey[offset + 1] & 0x0F) << 8
            let second = UInt16(publicKey[offset + 1] >> 4) | UInt16(publicKey[offset + 2]) << 4
            guard first < modulus, second < modulus else { return false }
            offset += 3
        }
        return true
    }
}

/// An X-Wing public key whose both halves were checked.
package struct XWingPublicKey: Hashable, Sendable {
    /// The key, 1216 bytes, as it was given.
    package let bytes: [UInt8]

    /// Takes a public key of 1216 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, ``CryptoError/invalidPublicKey`` for a
    ///   coefficient of 3329 or more, ``CryptoError/lowOrderPoint`` for the X25519 half.
    package init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == XWing.publicKeyCount else {
            throw .wrongLength(expected: XWing.publicKeyCount, got: bytes.count)
        }
        guard XWing.hasReducedCoefficients(bytes) else { throw .invalidPublicKey }
        guard !X25519.isLowOrder(bytes.extracting(last: X25519.keyCount)) else {
            throw .lowOrderPoint
        }
        self.init(computed: [UInt8](copying: bytes))
    }

    /// Takes a public key that was computed from its private half.
    init(computed bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a fresh secret, written into the 32 bytes of `secret`, and gives the encapsulated key.
    ///
    /// The randomness is swift-crypto's own.
    package func encapsulate(into secret: inout MutableSpan<UInt8>) -> [UInt8] {
        do {
            let key = try XWingMLKEM768X25519.PublicKey(rawRepresentation: bytes)
            let result = try key.encapsulate()
            unsafe result.sharedSecret.withUnsafeBytes { bytes in
                unsafe secret.copy(from: Span(_unsafeBytes: bytes))
            }
            return [UInt8](result.encapsulated)
        } catch {
            // X-Wing fails for a wrong length, a coefficient that is not reduced and an agreed
            // secret of zero, which only points of low order give: `init(reading:)` refuses all
            // three.
            preconditionFailure("X-Wing takes every public key that was checked")
        }
    }
}

/// An X-Wing private key, expanded from its seed by swift-crypto.
///
/// The expanded key is swift-crypto's object, which has no wipe of ours: it should live for one
/// message only.
package struct XWingPrivateKey: ~Copyable, Sendable {
    private let key: XWingMLKEM768X25519.PrivateKey

    /// The public half, computed anew each time.
    package var publicKey: XWingPublicKey {
        XWingPublicKey(computed: [UInt8](key.publicKey.rawRepresentation))
    }

    /// Expands a seed of 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``.
    package init(seed: Span<UInt8>) throws(CryptoError) {
        guard seed.count == XWing.seedCount else {
            throw .wrongLength(expected: XWing.seedCount, got: seed.count)
        }
        key = unsafe seed.withCBytes { start, count in
            do {
                // The data borrows the guarded bytes: no copy of the seed is left behind.
                return try XWingMLKEM768X25519.PrivateKey(
                    seedRepresentation: unsafe Data(
                        bytesNoCopy: UnsafeMutableRawPointer(mutating: start),
                        count: count,
                        deallocator: .none
                    ),
                    publicKey: nil
                )
            } catch {
                preconditionFailure("X-Wing takes every seed of 32 bytes")
            }
        }
    }

    /// Writes the secret that `encapsulatedKey` carries into the 32 bytes of `secret`.
    ///
    /// A forged ML-KEM half gives another secret, not an error (FIPS 203, section 6.3: implicit
    /// rejection).
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, ``CryptoError/lowOrderPoint``.
    package func decapsulate(
        _ encapsulatedKey: Span<UInt8>,
        into secret: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
        guard encapsulatedKey.count == XWing.encapsulatedKeyCount else {
            throw .wrongLength(expected: XWing.encapsulatedKeyCount, got: encapsulatedKey.count)
        }
        guard !X25519.isLowOrder(encapsulatedKey.extracting(last: X25519.keyCount)) else {
            throw .lowOrderPoint
        }
        do {
            let shared = try key.decapsulate(Data(copying: encapsulatedKey))
            unsafe shared.withUnsafeBytes { bytes in
                unsafe secret.copy(from: Span(_unsafeBytes: bytes))
            }
        } catch {
            throw .cannotOpen
        }
    }
}

/// The X25519 half (RFC 7748) of X-Wing: which points are refused.
enum X25519 {
    /// The size of a public key in bytes.
    static let keyCount = 32

    /// Whether `point`, its top bit cleared, is an encoding of low order (M-9).
    ///
    /// With any private key these give the secret zero, and no other encoding does. The others,
    /// canonical or not, are used as they came (M-10, M-11).
    static func isLowOrder(_ point: Span<UInt8>) -> Bool {
        for refused in lowOrderEncodings where FieldEncoding.isEqual(point, refused) { return true }
        return false
    }

    /// 0, 1, p - 1, p, p + 1 and the two of order 8, little-endian.
    private static let lowOrderEncodings: [[UInt8]] = [
        FieldEncoding.zero,
        FieldEncoding.one,
        FieldEncoding.primeMinusOne,
        FieldEncoding.prime,
        FieldEncoding.primePlusOne,
        [
            0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE,
            0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
            0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD,
            0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
        ],
        [
            0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24,
            0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
            0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86,
            0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
        ],
    ]
}
