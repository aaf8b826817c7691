// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CRawSodium
import Crypto

extension Primitive {
    /// ChaCha20-Poly1305 under a key that serves once, so that taking the key is part of it.
    static func encryption(of count: Int, associatedData: Int) -> Primitive {
        let cipher = CipherBuffers(count: count, associatedData: associatedData)
        let (plaintext, key, nonce) = (cipher.plaintext.bytes, cipher.key.bytes, cipher.nonce.bytes)
        let data = cipher.associatedData.bytes
        return Primitive(
            "ChaCha20-Poly1305 encryption of \(count) B + \(associatedData) B",
            [
                (.libsodium, Work { cipher.encrypt() }),
                (
                    .swiftCrypto,
                    Work {
                        keep(
                            try ChaChaPoly.seal(
                                plaintext,
                                using: SymmetricKey(data: key),
                                nonce: ChaChaPoly.Nonce(data: nonce),
                                authenticating: data
                            )
                        )
                    }
                ),
            ]
        )
    }

    static func decryption(of count: Int, associatedData: Int) -> Primitive {
        let cipher = CipherBuffers(count: count, associatedData: associatedData)
        cipher.encrypt()
        let (ciphertext, key, nonce) = (
            cipher.ciphertext.bytes, cipher.key.bytes, cipher.nonce.bytes
        )
        let data = cipher.associatedData.bytes
        return Primitive(
            "ChaCha20-Poly1305 decryption of \(count) B + \(associatedData) B",
            [
                (.libsodium, Work { try cipher.decrypt() }),
                (
                    .swiftCrypto,
                    Work {
                        let box = try ChaChaPoly.SealedBox(
                            nonce: ChaChaPoly.Nonce(data: nonce),
                            ciphertext: ciphertext.prefix(count),
                            tag: ciphertext.suffix(16)
                        )
                        keep(
                            try ChaChaPoly.open(
                                box,
                                using: SymmetricKey(data: key),
                                authenticating: data
                            )
                        )
                    }
                ),
            ]
        )
    }
}

/// What one message is encrypted from and into.
private struct CipherBuffers {
    let plaintext: Buffer
    let ciphertext: Buffer
    let associatedData: Buffer
    let key = Buffer(32)
    let nonce = Buffer(12)

    init(count: Int, associatedData: Int) {
        plaintext = Buffer(count)
        ciphertext = Buffer(count + 16)
        self.associatedData = Buffer(associatedData)
    }

    func encrypt() {
        unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
            ciphertext.start,
            nil,
            plaintext.start,
            UInt64(plaintext.count),
            associatedData.start,
            UInt64(associatedData.count),
            nil,
            nonce.start,
            key.start
        )
    }

    func decrypt() throws {
        let status = unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
            plaintext.start,
            nil,
            nil,
            ciphertext.start,
            UInt64(ciphertext.count),
            associatedData.start,
            UInt64(associatedData.count),
            nonce.start,
            key.start
        )
        guard status == 0 else { throw PrimitiveFailure() }
    }
}
