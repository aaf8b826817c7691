// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

@Suite(.needsVectors)
struct XWingVectors {
    struct Case: Decodable {
        let seed, sk, pk, ct, ss: HexBytes
    }

    struct Group: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let seed: HexBytes
            let ek: HexBytes?
            let c, secret: HexBytes
            let result: Verdict

            enum CodingKeys: String, CodingKey {
                case tcId
                case seed
                case ek
                case c
                case secret = "K"
                case result
            }
        }
        let tests: [Case]
    }

    /// What the draft encapsulates from `eseed` is decapsulated.
    ///
    /// To repeat the encapsulation is out of reach, as swift-crypto draws its own randomness.
    @Test(.rules("C-6")) func `draft-connolly-cfrg-xwing-kem, appendix C`() throws {
        let cases = try Vectors.decode([Case].self, from: "xwing/xwing_draft.json")
        #expect(cases.count == 3)
        for vector in cases {
            #expect(vector.seed.bytes == vector.sk.bytes)
            let key = try XWingPrivateKey(seed: vector.seed.bytes.span)
            #expect(key.publicKey.bytes == vector.pk.bytes)
            #expect(try XWingPublicKey(reading: vector.pk.bytes.span).bytes == vector.pk.bytes)
            let secret = try XWingTests.decapsulate(vector.ct.bytes, seed: vector.seed.bytes)
            #expect(secret == vector.ss.bytes)
        }
    }

    /// The ML-KEM-768 that swift-crypto's X-Wing stands on, and our check of its public keys' coefficients.
    @Test func `Wycheproof, ML-KEM-768`() throws {
        let vectors = try WycheproofFile<Group>.read("mlkem_768_test.json")
        var decapsulated = 0
        var refused = 0
        for vector in vectors.testGroups.flatMap(\.tests) {
            let key = try? MLKEM768.PrivateKey(
                seedRepresentation: vector.seed.bytes,
                publicKey: nil
            )
            if let publicKey = vector.ek?.bytes {
                #expect(publicKey.count == 1184, "tcId \(vector.tcId)")
                #expect(
                    XWing.hasReducedCoefficients(publicKey),
                    "tcId \(vector.tcId)"
                )
                #expect(
                    key.map { [UInt8]($0.publicKey.rawRepresentation) } == publicKey,
                    "tcId \(vector.tcId)"
                )
            }
            let secret = unsafe try? key?.decapsulate(vector.c.bytes)
                .withUnsafeBytes { unsafe [UInt8]($0) }
            vector.result.expect(secret, toBe: vector.secret.bytes, case: vector.tcId)
            if secret == nil { refused += 1 } else { decapsulated += 1 }
        }
        #expect(decapsulated == 153)
        #expect(refused == 40)
        #expect(vectors.numberOfTests == 193)
    }
}
