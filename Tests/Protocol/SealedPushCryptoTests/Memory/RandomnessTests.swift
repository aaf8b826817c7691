// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

@Suite(.rules("M-8")) struct RandomnessTests {
    @Test func `draws differ`() {
        #expect(Randomness.bytes(16).count == 16)
        #expect(Randomness.bytes(16) != Randomness.bytes(16))
        #expect(Randomness.bytes(0).isEmpty)
    }

    /// The chance that some byte stays zero in all 64 draws is below 2^-500.
    @Test func `fills every byte`() {
        var seen = [UInt8](repeating: 0, count: 33)
        for _ in 0..<64 {
            var bytes = [UInt8](repeating: 0, count: 33)
            var span = bytes.mutableSpan
            Randomness.fill(&span)
            for index in bytes.indices { seen[index] |= bytes[index] }
        }
        #expect(!seen.contains(0))
    }
}
