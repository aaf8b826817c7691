// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

@Suite(.needsVectors)
struct Ed25519Vectors {
    struct RFC8032: Decodable {
        struct Case: Decodable {
            let name: String
            let sk, pk, msg, sig: HexBytes
        }
        let cases: [Case]
    }

    struct Group: Decodable {
        struct Key: Decodable {
            let pk: HexBytes
        }
        struct Case: Decodable {
            let tcId: Int
            let msg, sig: HexBytes
            let result: Verdict
        }
        let publicKey: Key
        let tests: [Case]
    }

    @Test(.rules("M-14 M-15 M-17")) func `RFC 8032, section 7.1`() throws {
        let cases = try Vectors.decode(RFC8032.self, from: "rfc/rfc8032_ed25519.json").cases
        #expect(cases.count == 4)
        for vector in cases {
            let key = try SigningKey(seed: vector.sk.bytes)
            #expect(key.publicKey.bytes == vector.pk.bytes, "\(vector.name)")
            let signature = key.signature(for: vector.msg.bytes.span)
            #expect(signature == vector.sig.bytes, "\(vector.name)")
            let reading = try VerifyingKey(reading: vector.pk.bytes.span)
            #expect(
                reading.isValidSignature(signature, for: vector.msg.bytes),
                "\(vector.name)"
            )
        }
    }

    @Test func `Wycheproof`() throws {
        let vectors = try WycheproofFile<Group>.read("ed25519_test.json")
        var accepted = 0
        var refused = 0
        for group in vectors.testGroups {
            let key = try VerifyingKey(reading: group.publicKey.pk.bytes.span)
            for vector in group.tests {
                let isValid = key.isValidSignature(
                    vector.sig.bytes,
                    for: vector.msg.bytes
                )
                vector.result.expect(isValid ? [] : nil, toBe: [], case: vector.tcId)
                if isValid { accepted += 1 } else { refused += 1 }
            }
        }
        #expect(accepted == 88)
        #expect(refused == 63)
        #expect(vectors.numberOfTests == 151)
    }
}
