// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The sending side of a key encapsulation mechanism: a recipient's public key and what it needs beside it.
public protocol Encapsulating: ~Copyable {
    /// The mechanism.
    static var kem: HPKE.KEM { get }

    /// Writes a fresh shared secret, 32 bytes, and gives the encapsulated key that carries it.
    ///
    /// - Throws: ``CryptoError``.
    func encapsulate(
        into sharedSecret: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) -> [UInt8]
}

/// The receiving side of a key encapsulation mechanism: a private key.
public protocol Decapsulating: ~Copyable {
    /// The mechanism.
    static var kem: HPKE.KEM { get }

    /// Writes the shared secret, 32 bytes, that `encapsulatedKey` carries.
    ///
    /// - Throws: ``CryptoError``.
    func decapsulate(
        _ encapsulatedKey: Span<UInt8>,
        into sharedSecret: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError)
}
