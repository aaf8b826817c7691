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

    struct AgreementGroup: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let `public`, `private`, shared: HexBytes
            let result: Verdict
        }
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

    @Test func `Wycheproof: key agreement`() throws {
        let file = try WycheproofFile<AgreementGroup>.read("ecdh_secp256r1_test.json")
        var count = 0
        for test in file.testGroups.flatMap(\.tests) {
            count += 1
            let number = test.private.bytes.drop { $0 == 0 }
            let scalar = [UInt8](repeating: 0, count: P256.scalarCount - number.count) + number
            let own = try P256PrivateKey(scalar: scalar)
            let secret = try? own.secret(sharedWith: P256PublicKey(der: test.public.bytes))
            test.result.expect(secret, toBe: test.shared.bytes, case: test.tcId)
        }
        #expect(count == file.numberOfTests)
    }
}
