// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

struct HKDFTests {
    static func extract(salt: [UInt8], _ material: [UInt8]) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: HKDF.keyCount)
        var span = key.mutableSpan
        HKDF.extract(salt: salt.span, into: &span) { $0.update(material.span) }
        return key
    }

    static func expand(_ key: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        var span = output.mutableSpan
        HKDF.expand(key: key.span, into: &span) { $0.update(info.span) }
        return output
    }

    @Test func `RFC 5869, section A.1`() {
        let key = Self.extract(
            salt: Array(UInt8(0)...0x0C),
            [UInt8](repeating: 0x0B, count: 22)
        )
        #expect(
            key == [UInt8](hex: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5")
        )
        #expect(
            Self.expand(key, info: Array(UInt8(0xF0)...0xF9), count: 42)
                == [UInt8](
                    hex: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
                        + "34007208d5b887185865"
                )
        )
    }

    @Test func `an empty salt is 32 zero bytes`() {
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(Self.extract(salt: [], [1, 2]) == Self.extract(salt: zeros, [1, 2]))
        #expect(Self.extract(salt: [], [1, 2]) != Self.extract(salt: [1], [1, 2]))
    }

    @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 65, 8159, 8160])
    func `a shorter output is the start of a longer one`(_ count: Int) {
        let key = Self.extract(salt: [], [7])
        let longest = Self.expand(key, info: [1, 2, 3], count: HKDF.maximumOutputCount)
        #expect(Self.expand(key, info: [1, 2, 3], count: count) == Array(longest.prefix(count)))
    }

    @Test(arguments: [8161, 70_000])
    func `more than 255 blocks`(_ count: Int) async {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [count] in
            _ = Self.expand([UInt8](repeating: 1, count: 32), info: [], count: count)
        }
        #expect(end?.says("HKDF gives at most 255 blocks") == true)
    }
}

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
