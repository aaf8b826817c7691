// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

@Suite(.needsVectors)
struct HPKEVectors {
    struct Case: Decodable {
        struct Encryption: Decodable {
            let aad, ct, nonce, pt: HexBytes
        }
        let mode: Int
        let kem, kdf, aead: UInt16
        let info, enc: HexBytes
        let recipientKey, recipientPublicKey: HexBytes
        let sharedSecret, key, baseNonce: HexBytes
        let encryptions: [Encryption]

        enum CodingKeys: String, CodingKey {
            case mode
            case kem = "kem_id"
            case kdf = "kdf_id"
            case aead = "aead_id"
            case info
            case enc
            case recipientKey = "skRm"
            case recipientPublicKey = "pkRm"
            case sharedSecret = "shared_secret"
            case key
            case baseNonce = "base_nonce"
            case encryptions
        }
    }

    /// The recipient starts from its seed.
    ///
    /// The draft derives the seed from `ikmR` by SHAKE256, which nothing here does, and an
    /// encapsulation can't be repeated, as swift-crypto draws its own randomness: ``HPKEPeerTests``
    /// hold the sender to another one.
    @Test(.rules("C-6 C-50")) func `draft-ietf-hpke-pq, X-Wing`() throws {
        let cases = try Vectors.decode(
            [Case].self,
            from: "hpke/hpke_pq_xwing_hkdf_sha256_chacha20poly1305.json"
        )
        #expect(cases.count == 1)
        for vector in cases {
            #expect(vector.mode == 0)
            #expect([vector.kem, vector.kdf, vector.aead] == [0x647A, 0x0001, 0x0003])
            let recipient = try XWingPrivateKey(seed: vector.recipientKey.bytes.span)
            #expect(recipient.publicKey.bytes == vector.recipientPublicKey.bytes)
            let secret = try XWingTests.decapsulate(
                vector.enc.bytes,
                seed: vector.recipientKey.bytes
            )
            #expect(secret == vector.sharedSecret.bytes)
            let context = try Context.receiver(
                recipient,
                encapsulatedKey: vector.enc.bytes,
                info: vector.info.bytes
            )
            #expect(context.bytes == vector.key.bytes + vector.baseNonce.bytes)

            var opened = 0
            for encryption in vector.encryptions {
                if encryption.nonce.bytes == vector.baseNonce.bytes {
                    let sealed = context.seal(
                        encryption.pt.bytes,
                        authenticating: encryption.aad.bytes
                    )
                    #expect(sealed == encryption.ct.bytes)
                    let plaintext = try context.open(
                        encryption.ct.bytes,
                        authenticating: encryption.aad.bytes
                    )
                    #expect(plaintext == encryption.pt.bytes)
                    opened += 1
                } else {
                    // The message of another sequence number has another nonce: it is no message of
                    // ours.
                    #expect(throws: CryptoError.cannotOpen) {
                        try context.open(
                            encryption.ct.bytes,
                            authenticating: encryption.aad.bytes
                        )
                    }
                }
            }
            #expect(opened == 1)
            #expect(vector.encryptions.count == 10)
        }
    }
}
