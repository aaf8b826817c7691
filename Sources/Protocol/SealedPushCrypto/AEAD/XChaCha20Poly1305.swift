// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

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
