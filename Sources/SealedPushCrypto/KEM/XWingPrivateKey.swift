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
/// The expanded key is swift-crypto's object, which has no wipe of ours: it should live for one message only.
public struct XWingPrivateKey: ~Copyable, Sendable {
    private let key: XWingMLKEM768X25519.PrivateKey

    /// The public half, 1216 bytes.
    public var publicKeyBytes: [UInt8] { [UInt8](key.publicKey.rawRepresentation) }

    /// Expands a seed of 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``.
    public init(seed: Span<UInt8>) throws(CryptoError) {
        guard seed.count == XWing.seedCount else {
            throw .wrongLength(expected: XWing.seedCount, got: seed.count)
        }
        do {
            key = try unsafe seed.withUnsafeBufferPointer { seed in
                // The data borrows the guarded bytes: no copy of the seed is left behind.
                guard let start = seed.baseAddress else { throw CryptoError.unavailable }
                return try XWingMLKEM768X25519.PrivateKey(
                    seedRepresentation: unsafe Data(
                        bytesNoCopy: UnsafeMutableRawPointer(mutating: start),
                        count: seed.count,
                        deallocator: .none
                    ),
                    publicKey: nil
                )
            }
        } catch {
            throw .unavailable
        }
    }

    /// Writes the secret that `encapsulatedKey` carries into the 32 bytes of `secret`.
    func decapsulate(
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
