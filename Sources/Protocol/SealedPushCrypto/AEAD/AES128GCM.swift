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
            ciphertext.copy(from: box.ciphertext)
            ciphertext.copy(from: box.tag, at: plaintext.count)
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
        do {
            // All three in one piece, which the box takes as it is.
            var combined = Data(capacity: nonceCount + ciphertext.count)
            combined.append(copying: nonce)
            combined.append(copying: ciphertext)
            let box = try AES.GCM.SealedBox(combined: combined)
            let opened = try AES.GCM.open(
                box,
                using: symmetricKey(key),
                authenticating: Data(copying: associatedData)
            )
            plaintext.copy(from: opened)
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

    /// Adds the bytes of `span` at the end.
    mutating func append(copying span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append($0) }
    }
}

extension MutableSpan<UInt8> {
    /// Copies `data` into this span from `offset` on; what does not fit is a caller's bug.
    fileprivate mutating func copy(from data: Data, at offset: Int = 0) {
        unsafe data.withUnsafeBytes { bytes in
            copy(
                from: unsafe Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)),
                at: offset
            )
        }
    }
}
