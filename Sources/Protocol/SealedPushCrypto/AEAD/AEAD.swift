// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Authenticated encryption with associated data whose ciphertext ends in the tag.
///
/// Sizes are checked before anything is computed; a wrong key or nonce size is a caller's bug.
package protocol AEAD {
    /// The size of a key in bytes.
    static var keyCount: Int { get }
    /// The size of a nonce in bytes.
    static var nonceCount: Int { get }

    /// Encrypts `plaintext` into `ciphertext`, which is 16 bytes longer.
    ///
    /// The same key and nonce must never meet two plaintexts.
    static func seal(
        _ plaintext: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        into ciphertext: inout MutableSpan<UInt8>
    )

    /// Decrypts `ciphertext`, which is 16 bytes longer, into `plaintext`.
    ///
    /// - Throws: ``CryptoError/cannotOpen``, and `plaintext` then holds nothing of the message.
    static func open(
        _ ciphertext: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        into plaintext: inout MutableSpan<UInt8>
    ) throws(CryptoError)
}

extension AEAD {
    /// The size of a tag in bytes, the same for every AEAD here.
    package static var tagCount: Int { 16 }

    static func check(
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        plaintextCount: Int,
        ciphertextCount: Int
    ) {
        precondition(key.count == keyCount, "the key has another size")
        precondition(nonce.count == nonceCount, "the nonce has another size")
        precondition(ciphertextCount == plaintextCount + tagCount, "the output has another size")
    }
}
