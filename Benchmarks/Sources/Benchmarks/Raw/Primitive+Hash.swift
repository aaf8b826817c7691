// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CRawSodium
import Crypto

extension Primitive {
    static func sha256(_ purpose: String, of count: Int) -> Primitive {
        let input = Buffer(count)
        let bytes = input.bytes
        let digest = Buffer(32)
        return Primitive(
            "SHA-256 of \(count) B, \(purpose)",
            [
                (
                    .libsodium,
                    Work { _ = unsafe crypto_hash_sha256(digest.start, input.start, UInt64(count)) }
                ),
                (.swiftCrypto, Work { keep(SHA256.hash(data: bytes)) }),
            ]
        )
    }

    static func sha512(_ purpose: String, of count: Int) -> Primitive {
        let input = Buffer(count)
        let bytes = input.bytes
        let digest = Buffer(64)
        return Primitive(
            "SHA-512 of \(count) B, \(purpose)",
            [
                (
                    .libsodium,
                    Work { _ = unsafe crypto_hash_sha512(digest.start, input.start, UInt64(count)) }
                ),
                (.swiftCrypto, Work { keep(SHA512.hash(data: bytes)) }),
            ]
        )
    }

    /// HMAC-SHA-256 under a key that serves once, so that taking the key is part of it.
    static func hmac(_ purpose: String, of count: Int, keyCount: Int = 32) -> Primitive {
        let input = Buffer(count)
        let key = Buffer(keyCount)
        let bytes = input.bytes
        let keyBytes = key.bytes
        let code = Buffer(32)
        return Primitive(
            "HMAC-SHA-256 of \(count) B, \(purpose)",
            [
                (
                    .libsodium,
                    Work {
                        var state = crypto_auth_hmacsha256_state()
                        unsafe crypto_auth_hmacsha256_init(&state, key.start, key.count)
                        unsafe crypto_auth_hmacsha256_update(&state, input.start, UInt64(count))
                        unsafe crypto_auth_hmacsha256_final(&state, code.start)
                    }
                ),
                (
                    .swiftCrypto,
                    Work {
                        keep(
                            HMAC<SHA256>.authenticationCode(
                                for: bytes,
                                using: SymmetricKey(data: keyBytes)
                            )
                        )
                    }
                ),
            ]
        )
    }
}
