// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

@Suite(.needsVectors)
struct HKDFVectors {
    struct RFC5869: Decodable {
        struct Case: Decodable {
            let inputKeyingMaterial, salt, info, pseudorandomKey, output: HexBytes
            let length: Int

            enum CodingKeys: String, CodingKey {
                case inputKeyingMaterial = "IKM"
                case salt
                case info
                case pseudorandomKey = "PRK"
                case output = "OKM"
                case length = "L"
            }
        }
        let cases: [Case]
    }

    struct Group: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let ikm, salt, info, okm: HexBytes
            let size: Int
            let result: Verdict
        }
        let tests: [Case]
    }

    @Test func `RFC 5869, appendix A`() throws {
        let cases = try Vectors.decode(RFC5869.self, from: "rfc/rfc5869_hkdf_sha256.json").cases
        #expect(cases.count == 3)
        for vector in cases {
            let key = HKDFTests.extract(
                salt: vector.salt.bytes,
                vector.inputKeyingMaterial.bytes
            )
            #expect(key == vector.pseudorandomKey.bytes)
            let output = HKDFTests.expand(key, info: vector.info.bytes, count: vector.length)
            #expect(output == vector.output.bytes)
        }
    }

    @Test func `Wycheproof`() throws {
        let vectors = try WycheproofFile<Group>.read("hkdf_sha256_test.json")
        var run = 0
        var stopped = 0
        for vector in vectors.testGroups.flatMap(\.tests) {
            guard vector.size <= HKDF.maximumOutputCount else {
                // 8161 bytes stop the program, as `HKDFTests` shows.
                #expect(vector.result == .invalid && vector.size == 8161)
                stopped += 1
                continue
            }
            let key = HKDFTests.extract(salt: vector.salt.bytes, vector.ikm.bytes)
            let output = HKDFTests.expand(key, info: vector.info.bytes, count: vector.size)
            vector.result.expect(output, toBe: vector.okm.bytes, case: vector.tcId)
            run += 1
        }
        #expect(run == 83)
        #expect(stopped == 3)
        #expect(vectors.numberOfTests == 86)
    }
}
