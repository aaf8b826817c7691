// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// AES-128-GCM (NIST SP 800-38D), from swift-crypto.
public enum AES128GCM: AEAD {
    /// The size of a key: 16 bytes.
    public static let keyCount = 16
    /// The size of a nonce: 12 bytes.
    public static let nonceCount = 12

    /// Encrypts `plaintext` into `ciphertext`, which is 16 bytes longer.
    public static func seal(
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
            let box = try AES.GCM.seal(
                Data(copying: plaintext),
                using: symmetricKey(key),
                nonce: AES.GCM.Nonce(data: Data(copying: nonce)),
                authenticating: Data(copying: associatedData)
            )
            ciphertext.copy(from: Array(box.ciphertext).span)
            ciphertext.copy(from: Array(box.tag).span, at: plaintext.count)
        } catch {
            preconditionFailure("AES-GCM takes every plaintext once the sizes are right")
        }
    }

    /// Decrypts `ciphertext`, which is 16 bytes longer, into `plaintext`.
    ///
    /// - Throws: ``CryptoError/cannotOpen``, and `plaintext` then holds nothing of the message.
    public static func open(
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
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: Data(copying: nonce)),
                ciphertext: Data(copying: ciphertext.extracting(first: plaintext.count)),
                tag: Data(copying: ciphertext.extracting(last: tagCount))
            )
            let opened = try AES.GCM.open(
                box,
                using: symmetricKey(key),
                authenticating: Data(copying: associatedData)
            )
            plaintext.copy(from: Array(opened).span)
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
