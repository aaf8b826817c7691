// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An X25519 private key, held by swift-crypto, which wipes it when the last reference goes.
public struct X25519PrivateKey: ~Copyable, Sendable {
    private let key: Curve25519.KeyAgreement.PrivateKey

    /// The public half.
    public let publicKey: X25519PublicKey

    /// Takes a scalar of 32 bytes, clamped when it is used (RFC 7748, section 5).
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``.
    public init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == X25519.keyCount else {
            throw .wrongLength(expected: X25519.keyCount, got: bytes.count)
        }
        do {
            key = try unsafe bytes.withUnsafeBufferPointer { bytes in
                try unsafe Curve25519.KeyAgreement.PrivateKey(
                    rawRepresentation: UnsafeRawBufferPointer(bytes)
                )
            }
        } catch {
            throw .unavailable
        }
        publicKey = X25519PublicKey(computed: [UInt8](key.publicKey.rawRepresentation))
    }

    /// Writes the secret that this key shares with `publicKey` into the 32 bytes of `secret`.
    ///
    /// - Throws: ``CryptoError/lowOrderPoint`` where the result is all zero (RFC 9180, section 7.1.4).
    public func agree(
        with publicKey: X25519PublicKey,
        into secret: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
        precondition(secret.count == X25519.keyCount, "a shared secret has 32 bytes")
        let shared: SharedSecret
        do {
            shared = try key.sharedSecretFromKeyAgreement(
                with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey.bytes)
            )
        } catch {
            throw .lowOrderPoint
        }
        unsafe shared.withUnsafeBytes { bytes in
            unsafe secret.copy(from: Span(_unsafeBytes: bytes))
        }
        guard !ConstantTime.isZero(secret.span) else { throw .lowOrderPoint }
    }
}
