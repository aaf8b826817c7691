// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// AES-128-GCM (NIST SP 800-38D), from swift-crypto.
package enum AES128GCM: AEAD {
    /// The size of a key: 16 bytes.
    package static let keyCount = 16
    /// The size of a nonce: 12 bytes.
    package static let nonceCount = 12

    /// Encrypts `plaintext` into `ciphertext`, which is 16 bytes longer.
    package static func seal(
        _ plaintext: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        into ciphertext: inout MutableSpan<UInt8>
    ) {
        check(
            key: key,
            nonce: nonce,
            plaintextCount: plaintext.count,
            ciphertextCount: ciphertext.count
        )
        let sealed = seal(plaintext, key: key, nonce: nonce, authenticating: associatedData)
        ciphertext.copy(from: sealed.span.extracting(droppingFirst: nonceCount))
    }

    /// Encrypts `plaintext`: nonce, ciphertext and tag in one piece, as swift-crypto puts them
    /// together.
    static func seal(
        _ plaintext: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associatedData: Span<UInt8>
    ) -> Data {
        do {
            let nonce = try AES.GCM.Nonce(data: Data(copying: nonce))
            let box = try unsafe plaintext.withUnsafeBufferPointer { plaintext in
                try unsafe AES.GCM.seal(
                    plaintext,
                    using: symmetricKey(key),
                    nonce: nonce,
                    authenticating: Data(copying: associatedData)
                )
            }
            guard let combined = box.combined else { preconditionFailure("the nonce has 12 bytes") }
            return combined
        } catch {
            preconditionFailure("AES-GCM takes every plaintext once the sizes are right")
        }
    }

    /// Decrypts `ciphertext`, which is 16 bytes longer, into `plaintext`.
    ///
    /// - Throws: ``CryptoError/cannotOpen``, and `plaintext` then holds nothing of the message.
    package static func open(
        _ ciphertext: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        into plaintext: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
        check(
            key: key,
            nonce: nonce,
            plaintextCount: plaintext.count,
            ciphertextCount: ciphertext.count
        )
        let opened = try open(ciphertext, key: key, nonce: nonce, authenticating: associatedData)
        plaintext.copy(from: opened.span)
    }

    /// Decrypts `ciphertext`, and gives the plaintext as swift-crypto made it.
    static func open(
        _ ciphertext: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associatedData: Span<UInt8>
    ) throws(CryptoError) -> Data {
        do {
            let nonce = try AES.GCM.Nonce(data: Data(copying: nonce))
            // The box copies all three into one piece; it takes no pieces of ours.
            let box = try unsafe ciphertext.withUnsafeBufferPointer { bytes in
                let end = bytes.count - tagCount
                return try unsafe AES.GCM.SealedBox(
                    nonce: nonce,
                    ciphertext: UnsafeBufferPointer(rebasing: bytes[..<end]),
                    tag: UnsafeBufferPointer(rebasing: bytes[end...])
                )
            }
            return try AES.GCM.open(
                box,
                using: symmetricKey(key),
                authenticating: Data(copying: associatedData)
            )
        } catch {
            throw .cannotOpen
        }
    }

    /// Copies the key straight into memory that swift-crypto wipes.
    private static func symmetricKey(_ key: Span<UInt8>) -> SymmetricKey {
        unsafe key.withUnsafeBufferPointer { key in
            unsafe SymmetricKey(data: UnsafeRawBufferPointer(key))
        }
    }
}

extension Data {
    /// Copies the bytes of `span`.
    init(copying span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}
