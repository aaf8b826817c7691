// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// The public half of an Ed25519 identity: a canonical point of the main subgroup (W-16).
package struct VerifyingKey: Hashable, Sendable {
    /// The encoded point, 32 bytes (RFC 8032, section 5.1.2).
    package let bytes: [UInt8]

    /// Takes an encoded point, 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, or ``CryptoError/invalidPublicKey``
    ///   for a point that is not on the curve, not canonical, or not of the main subgroup.
    package init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == Ed25519.publicKeyCount else {
            throw .wrongLength(expected: Ed25519.publicKeyCount, got: bytes.count)
        }
        Sodium.start()
        guard Ed25519.isAcceptable(bytes),
            unsafe bytes.withCBytes({ point, _ in
                unsafe crypto_core_ed25519_is_valid_point(point)
            }) == 1
        else { throw .invalidPublicKey }
        self.bytes = [UInt8](copying: bytes)
    }

    /// Takes a point that ``init(reading:)`` accepted before it was kept; nil unless it has 32 bytes.
    package init?(verifiedBefore bytes: Span<UInt8>) {
        guard bytes.count == Ed25519.publicKeyCount else { return nil }
        self.bytes = [UInt8](copying: bytes)
    }

    /// Takes a point that this module computed.
    init(computed bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether `signature` over `message` was made with this key's private half.
    package func isValidSignature(_ signature: Span<UInt8>, for message: Span<UInt8>) -> Bool {
        Ed25519.isValid(signature, for: message, publicKey: bytes.span)
    }
}
