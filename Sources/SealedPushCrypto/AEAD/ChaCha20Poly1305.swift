// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// ChaCha20-Poly1305 (RFC 8439), from libsodium.
public enum ChaCha20Poly1305: AEAD {
    /// The size of a key: 32 bytes.
    public static let keyCount = 32
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
        Sodium.start()
        unsafe ciphertext.withMutableCBytes { output, _ in
            unsafe plaintext.withCBytes { input, inputCount in
                unsafe associatedData.withCBytes { data, dataCount in
                    unsafe nonce.withCBytes { nonce, _ in
                        unsafe key.withCBytes { key, _ in
                            _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
                                output,
                                nil,
                                input,
                                UInt64(inputCount),
                                data,
                                UInt64(dataCount),
                                nil,
                                nonce,
                                key
                            )
                        }
                    }
                }
            }
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
        Sodium.start()
        let status = unsafe plaintext.withMutableCBytes { output, _ in
            unsafe ciphertext.withCBytes { input, inputCount in
                unsafe associatedData.withCBytes { data, dataCount in
                    unsafe nonce.withCBytes { nonce, _ in
                        unsafe key.withCBytes { key, _ in
                            unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
                                output,
                                nil,
                                nil,
                                input,
                                UInt64(inputCount),
                                data,
                                UInt64(dataCount),
                                nonce,
                                key
                            )
                        }
                    }
                }
            }
        }
        guard status == 0 else { throw .cannotOpen }
    }
}
