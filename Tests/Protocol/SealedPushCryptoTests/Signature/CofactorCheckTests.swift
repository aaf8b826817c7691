// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCrypto

struct CofactorCheckTests {
    @Test(.rules("M-14 M-15 M-17"))
    func `this build of libsodium refuses a signature that needs the cofactor`() {
        #expect(CofactorCheck.passesInLibrary)
    }

    @Test(.rules("M-14 M-15 M-17")) func `a library that accepts the signature fails the check`() {
        #expect(!CofactorCheck.passes { _, _, _ in true })
    }

    @Test func `the vector is refused for the cofactor alone`() throws {
        let key = try #require(Hex.decode(CofactorCheck.publicKey))
        let signature = try #require(Hex.decode(CofactorCheck.signature))
        // Neither its encodings nor the size of S are a reason to refuse it.
        let isKeyAcceptable = Ed25519.isAcceptable(key.span)
        #expect(isKeyAcceptable)
        let isFirstHalfAcceptable = Ed25519.isAcceptable(signature.span.extracting(first: 32))
        #expect(isFirstHalfAcceptable)
        let low: [UInt8] = [
            0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9,
            0xDE, 0x14,
        ]
        let order = low + [UInt8](repeating: 0, count: 15) + [0x10]
        #expect(signature.suffix(32).reversed().lexicographicallyPrecedes(order.reversed()))
    }
}
