// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
