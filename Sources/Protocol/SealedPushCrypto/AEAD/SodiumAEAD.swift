// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// An AEAD of libsodium: its two functions have the same shape for every cipher there.
protocol SodiumAEAD: AEAD {
    /// libsodium's function that encrypts and appends the tag.
    static func encrypt(_ call: SodiumCall)
    /// libsodium's function that checks the tag and decrypts; 0 is success.
    static func decrypt(_ call: SodiumCall) -> CInt
}

/// The arguments of one call, all valid while it lasts.
@unsafe
struct SodiumCall {
    let output: UnsafeMutablePointer<UInt8>
    let input: UnsafePointer<UInt8>
    let inputCount: UInt64
    let data: UnsafePointer<UInt8>
    let dataCount: UInt64
    let nonce: UnsafePointer<UInt8>
    let key: UnsafePointer<UInt8>
}

extension SodiumAEAD {
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
        unsafe withCall(plaintext, key, nonce, associatedData, &ciphertext) { call in
            unsafe encrypt(call)
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
        let status = unsafe withCall(ciphertext, key, nonce, associatedData, &plaintext) { call in
            unsafe decrypt(call)
        }
        guard status == 0 else { throw .cannotOpen }
    }

    private static func withCall<Result>(
        _ input: Span<UInt8>,
        _ key: Span<UInt8>,
        _ nonce: Span<UInt8>,
        _ data: Span<UInt8>,
        _ output: inout MutableSpan<UInt8>,
        _ body: (SodiumCall) -> Result
    ) -> Result {
        Sodium.start()
        return unsafe output.withMutableCBytes { output, _ in
            unsafe input.withCBytes { input, inputCount in
                unsafe data.withCBytes { data, dataCount in
                    unsafe nonce.withCBytes { nonce, _ in
                        unsafe key.withCBytes { key, _ in
                            unsafe body(
                                SodiumCall(
                                    output: output,
                                    input: input,
                                    inputCount: UInt64(inputCount),
                                    data: data,
                                    dataCount: UInt64(dataCount),
                                    nonce: nonce,
                                    key: key
                                )
                            )
                        }
                    }
                }
            }
        }
    }
}

/// ChaCha20-Poly1305 (RFC 8439), from libsodium.
package enum ChaCha20Poly1305: AEAD {
    /// The size of a key: 32 bytes.
    package static let keyCount = 32
    /// The size of a nonce: 12 bytes.
    package static let nonceCount = 12
}

extension ChaCha20Poly1305: SodiumAEAD {
    static func encrypt(_ call: SodiumCall) {
        _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
            call.output,
            nil,
            call.input,
            call.inputCount,
            call.data,
            call.dataCount,
            nil,
            call.nonce,
            call.key
        )
    }

    static func decrypt(_ call: SodiumCall) -> CInt {
        unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
            call.output,
            nil,
            nil,
            call.input,
            call.inputCount,
            call.data,
            call.dataCount,
            call.nonce,
            call.key
        )
    }
}

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha), from libsodium.
package enum XChaCha20Poly1305: AEAD {
    /// The size of a key: 32 bytes.
    package static let keyCount = 32
    /// The size of a nonce: 24 bytes.
    package static let nonceCount = 24
}

extension XChaCha20Poly1305: SodiumAEAD {
    static func encrypt(_ call: SodiumCall) {
        _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            call.output,
            nil,
            call.input,
            call.inputCount,
            call.data,
            call.dataCount,
            nil,
            call.nonce,
            call.key
        )
    }

    static func decrypt(_ call: SodiumCall) -> CInt {
        unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            call.output,
            nil,
            nil,
            call.input,
            call.inputCount,
            call.data,
            call.dataCount,
            call.nonce,
            call.key
        )
    }
}
