// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
