// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

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
