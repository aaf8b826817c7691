// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The public half of an Ed25519 identity: a canonical encoding, not of small order (M-16).
///
/// It may be no point of the curve, or have a part of small order: M-15 has one verdict for every
/// key and signature, so no arithmetic is needed to read one.
package struct VerifyingKey: Hashable, Sendable {
    /// The encoded point, 32 bytes (RFC 8032, section 5.1.2).
    package let bytes: [UInt8]

    /// Takes an encoded point, 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, or ``CryptoError/invalidPublicKey``
    ///   for what M-13 refuses.
    package init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == Ed25519.publicKeyCount else {
            throw .wrongLength(expected: Ed25519.publicKeyCount, got: bytes.count)
        }
        guard Ed25519.isAcceptable(bytes) else { throw .invalidPublicKey }
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
