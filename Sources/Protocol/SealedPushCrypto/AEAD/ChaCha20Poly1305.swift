// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

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
