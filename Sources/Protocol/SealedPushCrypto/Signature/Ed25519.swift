// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Ed25519 (RFC 8032, section 5.1) with one verdict for every input, from libsodium.
///
/// Verification has no cofactor (M-15), and S is below L (M-14); libsodium sees to both. Beyond the
/// RFC it refuses non-canonical and small-order encodings of the public key and of the signature's
/// first half, so that every implementation that follows the list agrees.
package enum Ed25519 {
    /// The size of a public key in bytes.
    package static let publicKeyCount = 32
    /// The size of a signature in bytes.
    package static let signatureCount = 64

    /// Whether `signature` over `message` was made with the private half of `publicKey`.
    package static func isValid(
        _ signature: Span<UInt8>,
        for message: Span<UInt8>,
        publicKey: Span<UInt8>
    ) -> Bool {
        guard signature.count == signatureCount, publicKey.count == publicKeyCount,
            isAcceptable(publicKey), isAcceptable(signature.extracting(first: 32))
        else { return false }
        Sodium.start()
        // libsodium itself refuses S >= L.
        return unsafe signature.withCBytes { signature, _ in
            unsafe message.withCBytes { message, messageCount in
                unsafe publicKey.withCBytes { publicKey, _ in
                    unsafe crypto_sign_verify_detached(
                        signature,
                        message,
                        UInt64(messageCount),
                        publicKey
                    ) == 0
                }
            }
        }
    }

    /// Whether an encoded point is canonical and none of the points of small order (M-13).
    static func isAcceptable(_ encoding: Span<UInt8>) -> Bool {
        guard encoding.count == 32 else { return false }
        guard !isAtLeastFieldPrime(encoding) else { return false }
        for refused in refusedEncodings where FieldEncoding.isEqual(encoding, refused) {
            return false
        }
        return true
    }

    /// y >= 2^255 - 19, the sign bit cleared: only the values whose bytes 1 to 30 are all 0xff.
    private static func isAtLeastFieldPrime(_ encoding: Span<UInt8>) -> Bool {
        guard encoding[31] & 0x7F == 0x7F, encoding[0] >= 0xED else { return false }
        for index in 1..<31 where encoding[index] != 0xFF { return false }
        return true
    }

    /// y = 0, 1, p - 1 and the two of order 8, little-endian.
    private static let refusedEncodings: [[UInt8]] = [
        FieldEncoding.zero,
        FieldEncoding.one,
        FieldEncoding.primeMinusOne,
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF,
            0x98,
            0xF0, 0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D,
            0x53,
            0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10,
            0x67,
            0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92,
            0xAC,
            0x03, 0x7A,
        ],
    ]
}

/// A signature that is valid only if verification multiplies by the cofactor (M-15).
///
/// Case 4 of the vectors of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko; 2020): the
/// key and the first half have mixed order, S is below L, and 8SB = 8R + 8kA while SB != R + kA.
enum CofactorCheck {
    static let message = "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c"
    static let publicKey = "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d"
    static let signature =
        "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed512"
        + "5ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09"

    /// Whether `verify` refuses the signature.
    static func passes(
        _ verify: (_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool
    ) -> Bool {
        guard let signature = Hex.decode(signature), let message = Hex.decode(message),
            let publicKey = Hex.decode(publicKey)
        else { return false }
        return !verify(signature, message, publicKey)
    }

    /// Whether this build of libsodium refuses the signature; it must have started.
    static var passesInLibrary: Bool {
        passes { signature, message, publicKey in
            unsafe crypto_sign_verify_detached(
                signature,
                message,
                UInt64(message.count),
                publicKey
            ) == 0
        }
    }
}

/// Little-endian encodings of numbers modulo p = 2^255 - 19 that the refusals of both curves name.
enum FieldEncoding {
    static let zero = [UInt8](repeating: 0, count: 32)
    static let one: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
    static let primeMinusOne: [UInt8] = [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    static let prime: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    static let primePlusOne: [UInt8] = [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]

    /// Whether `encoding`, its top bit cleared, is `refused`; both are public, so the time may
    /// vary.
    static func isEqual(_ encoding: Span<UInt8>, _ refused: [UInt8]) -> Bool {
        guard encoding[31] & 0x7F == refused[31] else { return false }
        for index in 0..<31 where encoding[index] != refused[index] { return false }
        return true
    }
}
