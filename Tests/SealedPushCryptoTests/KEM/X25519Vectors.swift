// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

@Suite(.needsVectors)
struct X25519Vectors {
    struct RFC7748: Decodable {
        struct Multiplication: Decodable {
            let k, u, out: Hex
        }
        struct Iterated: Decodable {
            let start, once, thousandTimes: Hex

            enum CodingKeys: String, CodingKey {
                case start
                case once = "1"
                case thousandTimes = "1000"
            }
        }
        struct Agreement: Decodable {
            let alice, alicePublic, bob, bobPublic, shared: Hex

            enum CodingKeys: String, CodingKey {
                case alice = "a"
                case alicePublic = "A"
                case bob = "b"
                case bobPublic = "B"
                case shared = "K"
            }
        }
        let multiplications: [Multiplication]
        let iterated: Iterated
        let agreement: Agreement

        enum CodingKeys: String, CodingKey {
            case multiplications = "scalar_mult"
            case iterated
            case agreement = "dh"
        }
    }

    struct Group: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let flags: [String]
            let `public`, `private`, shared: Hex
            let result: Verdict
        }
        let tests: [Case]
    }

    @Test func `RFC 7748, sections 5.2 and 6.1`() throws {
        let vectors = try Vectors.decode(RFC7748.self, from: "rfc/rfc7748_x25519.json")
        #expect(vectors.multiplications.count == 2)
        for vector in vectors.multiplications {
            #expect(try X25519.multiply(vector.k.bytes, vector.u.bytes) == vector.out.bytes)
        }

        let agreement = vectors.agreement
        let alice = try X25519PrivateKey(reading: agreement.alice.bytes.span)
        let bob = try X25519PrivateKey(reading: agreement.bob.bytes.span)
        #expect(alice.publicKey.bytes == agreement.alicePublic.bytes)
        #expect(bob.publicKey.bytes == agreement.bobPublic.bytes)
        for (key, peer) in [
            (agreement.alice, agreement.bobPublic), (agreement.bob, agreement.alicePublic),
        ] {
            #expect(try X25519.multiply(key.bytes, peer.bytes) == agreement.shared.bytes)
        }

        var scalar = vectors.iterated.start.bytes
        var point = vectors.iterated.start.bytes
        for round in 1...1000 {
            let product = try X25519.multiply(scalar, point)
            (scalar, point) = (product, scalar)
            if round == 1 { #expect(scalar == vectors.iterated.once.bytes) }
        }
        #expect(scalar == vectors.iterated.thousandTimes.bytes)
    }

    /// Of the cases labelled acceptable, exactly those whose secret would be zero are refused.
    @Test func `Wycheproof`() throws {
        let vectors = try WycheproofFile<Group>.read("x25519_test.json")
        var agreed = 0
        var refused = 0
        for vector in vectors.testGroups.flatMap(\.tests) {
            let secret = try? X25519.multiply(vector.private.bytes, vector.public.bytes)
            vector.result.expect(secret, toBe: vector.shared.bytes, case: vector.tcId)
            #expect(
                (secret == nil) == vector.flags.contains("ZeroSharedSecret"),
                "tcId \(vector.tcId)"
            )
            if secret == nil { refused += 1 } else { agreed += 1 }
        }
        #expect(agreed == 487)
        #expect(refused == 31)
        #expect(vectors.numberOfTests == 518)
    }
}
