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
