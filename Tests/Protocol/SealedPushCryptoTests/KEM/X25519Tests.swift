// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

struct X25519Tests {
    @Test(.rules("M-9 M-10 M-11"), arguments: X25519.refusedEncodings)
    func `refuses a point of low order`(_ encoding: [UInt8]) {
        #expect(X25519.isLowOrder(encoding))
    }

    @Test func `the list is whole`() {
        #expect(Set(X25519.refusedEncodings).count == 14)
    }

    @Test(.rules("M-9 M-10 M-11"), arguments: X25519.refusedEncodings)
    func `refuses no neighbour of the list`(_ encoding: [UInt8]) {
        for changed in encoding.withOneBitFlipped where !X25519.refusedEncodings.contains(changed) {
            #expect(!X25519.isLowOrder(changed))
        }
    }

    @Test(.rules("M-9 M-10 M-11"), arguments: UInt8(2)...18)
    func `refuses no other encoding that is not canonical`(_ number: UInt8) {
        let encoding = X25519.notReduced(number)
        #expect(!X25519.isLowOrder(encoding))
        #expect(!X25519.isLowOrder(encoding.withTopBitFlipped))
        #expect(!X25519.isLowOrder([number] + [UInt8](repeating: 0, count: 30) + [0x80]))
    }
}

@Suite(.needsVectors)
struct X25519Vectors {
    struct Group: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let flags: [String]
            let `public`: HexBytes
        }
        let tests: [Case]
    }

    /// Of all public keys, canonical or not, exactly those are refused that give the secret zero.
    @Test func `Wycheproof`() throws {
        let vectors = try WycheproofFile<Group>.read("x25519_test.json")
        var refused = 0
        for vector in vectors.testGroups.flatMap(\.tests) {
            let isRefused = X25519.isLowOrder(vector.public.bytes)
            #expect(
                isRefused == vector.flags.contains("ZeroSharedSecret"),
                "tcId \(vector.tcId)"
            )
            if isRefused { refused += 1 }
        }
        #expect(refused == 31)
        #expect(vectors.numberOfTests == 518)
    }
}

extension X25519 {
    /// The encodings that the protocol refuses, with the top bit cleared and set: u = 0, 1, p - 1,
    /// p, p + 1 and the two of order 8.
    static let refusedEncodings = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    ]
    .map { [UInt8](hex: $0) }
    .flatMap { [$0, $0.withTopBitFlipped] }

    /// The encoding of `number` + p, where p = 2^255 - 19 and `number` is below 19.
    static func notReduced(_ number: UInt8) -> [UInt8] {
        [0xED + number] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    }

    /// The base point, u = 9: canonical, with the top bit set, as p + 9, and both.
    static let basePoints = [
        [9] + [UInt8](repeating: 0, count: 31), notReduced(9),
    ]
    .flatMap { [$0, $0.withTopBitFlipped] }
}
