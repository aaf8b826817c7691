// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushOpenSSL
import TestSupport
import Testing

@Suite(.needsVectors)
struct P256Vectors {
    struct SignatureGroup: Decodable {
        struct Key: Decodable {
            let uncompressed: HexBytes
        }
        struct Case: Decodable {
            let tcId: Int
            let msg, sig: HexBytes
            let result: Verdict
        }
        let publicKey: Key
        let publicKeyDer: HexBytes
        let tests: [Case]
    }

    @Test func `Wycheproof: signatures in DER`() throws {
        let file = try WycheproofFile<SignatureGroup>.read("ecdsa_secp256r1_sha256_test.json")
        var count = 0
        for group in file.testGroups {
            let key = try P256PublicKey(reading: group.publicKey.uncompressed.bytes)
            #expect(key.der == group.publicKeyDer.bytes)
            #expect(try P256PublicKey(der: group.publicKeyDer.bytes) == key)
            for test in group.tests {
                count += 1
                let signature = try? P256Signature(der: test.sig.bytes)
                let isValid = signature.map { key.isValidSignature($0, for: test.msg.bytes) }
                test.result.expect(isValid == true ? [1] : nil, toBe: [1], case: test.tcId)
                if let signature, isValid == true {
                    #expect(try signature.der() == test.sig.bytes)
                }
            }
        }
        #expect(count == file.numberOfTests)
    }
}
