// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

@Suite(.needsVectors)
struct AEADVectors {
    struct RFC8439: Decodable {
        struct Case: Decodable {
            let key, nonce, aad, pt, ct, tag: HexBytes
        }
        let cases: [Case]
    }

    struct Group: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let key, iv, aad, msg, ct, tag: HexBytes
            let result: Verdict
        }
        let ivSize, keySize, tagSize: Int
        let tests: [Case]
    }

    @Test func `RFC 8439, section 2.8.2`() throws {
        let cases = try Vectors.decode(RFC8439.self, from: "rfc/rfc8439_chacha20poly1305.json")
            .cases
        #expect(cases.count == 1)
        for vector in cases {
            let sealed = ChaCha20Poly1305.seal(
                vector.pt.bytes,
                key: vector.key.bytes,
                nonce: vector.nonce.bytes,
                authenticating: vector.aad.bytes
            )
            #expect(sealed == vector.ct.bytes + vector.tag.bytes)
        }
    }

    @Test(arguments: [
        (Cipher.chaCha20Poly1305, "chacha20_poly1305_test.json", 325, 316),
        (Cipher.xChaCha20Poly1305, "xchacha20_poly1305_test.json", 315, 306),
        (Cipher.aes128GCM, "aes_gcm_test.json", 316, 67),
    ])
    func `Wycheproof`(_ cipher: Cipher, file: String, count: Int, ours: Int) throws {
        let algorithm = cipher.algorithm
        let vectors = try WycheproofFile<Group>.read(file)
        var run = 0
        var stopped = 0
        var others = 0
        for group in vectors.testGroups {
            for vector in group.tests {
                guard group.keySize == algorithm.keyCount * 8 else {
                    others += 1
                    continue
                }
                guard group.ivSize == algorithm.nonceCount * 8 else {
                    // Such a size stops the program, as `AEADSizeTests` shows for each of them.
                    if cipher == .aes128GCM {
                        others += 1
                    } else {
                        #expect(vector.result == .invalid)
                        #expect(AEADSizeTests.wrongNonceSizes.contains(group.ivSize / 8))
                        stopped += 1
                    }
                    continue
                }
                run += 1
                let opened = try? algorithm.open(
                    vector.ct.bytes + vector.tag.bytes,
                    key: vector.key.bytes,
                    nonce: vector.iv.bytes,
                    authenticating: vector.aad.bytes
                )
                vector.result.expect(opened, toBe: vector.msg.bytes, case: vector.tcId)
                guard vector.result == .valid else { continue }
                let sealed = algorithm.seal(
                    vector.msg.bytes,
                    key: vector.key.bytes,
                    nonce: vector.iv.bytes,
                    authenticating: vector.aad.bytes
                )
                #expect(sealed == vector.ct.bytes + vector.tag.bytes, "tcId \(vector.tcId)")
            }
        }
        #expect(vectors.numberOfTests == count)
        #expect(run == ours)
        #expect(run + stopped + others == count)
        // The other key and nonce sizes of AES-GCM are asked of swift-crypto itself, below.
        #expect(others == (cipher == .aes128GCM ? 249 : 0))
    }

    /// The cases of sizes that this module does not offer, asked of the library below.
    ///
    /// swift-crypto takes no nonce below 12 bytes. That refuses the 6 empty ones, as labelled, and 37
    /// others that are labelled valid but flagged `SmallIv` or `Ktv`: nonces of 1 to 10 bytes, which
    /// are weak and which nothing here uses.
    @Test func `Wycheproof, AES-GCM of other sizes`() throws {
        let vectors = try WycheproofFile<Group>.read("aes_gcm_test.json")
        var run = 0
        var short = 0
        for group in vectors.testGroups where group.keySize != 128 || group.ivSize != 96 {
            for vector in group.tests {
                let opened = try? AES.GCM.open(
                    AES.GCM.SealedBox(
                        nonce: AES.GCM.Nonce(data: vector.iv.bytes),
                        ciphertext: vector.ct.bytes,
                        tag: vector.tag.bytes
                    ),
                    using: SymmetricKey(data: vector.key.bytes),
                    authenticating: vector.aad.bytes
                )
                if vector.result == .valid, group.ivSize < 96 {
                    #expect(opened == nil, "tcId \(vector.tcId)")
                    short += 1
                } else {
                    let output = opened.map { [UInt8]($0) }
                    vector.result.expect(output, toBe: vector.msg.bytes, case: vector.tcId)
                    run += 1
                }
            }
        }
        #expect(run == 212)
        #expect(short == 37)
    }
}
