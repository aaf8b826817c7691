// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

struct X25519Tests {
    @Test(arguments: [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
        ),
    ])
    func `RFC 7748, section 5.2`(_ scalar: String, point: String, product: String) throws {
        let computed = try X25519.multiply([UInt8](hex: scalar), [UInt8](hex: point))
        #expect(computed == [UInt8](hex: product))
    }

    @Test(arguments: X25519.refusedEncodings)
    func `refuses a point of low order`(_ encoding: [UInt8]) throws {
        #expect(X25519.isLowOrder(encoding))
        #expect(throws: CryptoError.lowOrderPoint) {
            try X25519PublicKey(reading: encoding.span)
        }
        // Past the list, the product itself would be refused, being zero.
        var random = SeededGenerator(seed: 4)
        let key = try X25519PrivateKey(reading: random.bytes(32).span)
        var secret = [UInt8](repeating: 0, count: 32)
        #expect(throws: CryptoError.lowOrderPoint) {
            var span = secret.mutableSpan
            try key.agree(with: X25519PublicKey(computed: encoding), into: &span)
        }
        #expect(secret == [UInt8](repeating: 0, count: 32))
    }

    @Test func `the list is whole`() {
        #expect(Set(X25519.refusedEncodings).count == 14)
    }

    @Test(arguments: X25519.refusedEncodings)
    func `refuses no neighbour of the list`(_ encoding: [UInt8]) {
        for changed in encoding.withOneBitFlipped where !X25519.refusedEncodings.contains(changed) {
            #expect(!X25519.isLowOrder(changed))
        }
    }

    @Test func `keeps a public key as it was given, top bit included`() throws {
        let encoding: [UInt8] = [9] + [UInt8](repeating: 0, count: 30) + [0x80]
        #expect(try X25519PublicKey(reading: encoding.span).bytes == encoding)
    }

    @Test(arguments: [0, 31, 33])
    func `refuses keys of another size`(_ count: Int) {
        let bytes = [UInt8](repeating: 9, count: count)
        let expected = CryptoError.wrongLength(expected: 32, got: count)
        #expect(throws: expected) { try X25519PublicKey(reading: bytes.span) }
        #expect(throws: expected) { _ = try X25519PrivateKey(reading: bytes.span) }
        #expect(!X25519.isLowOrder([UInt8](repeating: 0, count: count)))
    }

    @Test(arguments: [31, 33])
    func `a shared secret of another size`(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            let key = try X25519PrivateKey(reading: [UInt8](repeating: 9, count: 32).span)
            var secret = [UInt8](repeating: 0, count: count)
            var span = secret.mutableSpan
            try? key.agree(with: key.publicKey, into: &span)
        }
    }
}
