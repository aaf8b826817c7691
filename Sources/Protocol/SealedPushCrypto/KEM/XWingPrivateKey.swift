// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
