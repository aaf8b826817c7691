// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct YearTests {
    /// The seed that is always taken; any will do.
    static let fixed: UInt64 = 1

    /// Beside it 20 new ones in a long run.
    static let seeds: [UInt64] =
        [fixed] + (0..<(LongRun.isOn ? 20 : 0)).map { _ in .random(in: 0...UInt64(UInt32.max)) }

    @Test(.rules("V-14 C-7 C-8 C-13"), arguments: seeds)
    func `in a year with lost answers, kills and wrong clocks no message inside its time is lost`(
        seed: UInt64
    ) async throws {
        var year = try SimulatedYear(seed: seed)
        try await year.run()
        let counts = year.counts
        // What did not happen was not tried.
        #expect(counts.opened > 500)
        #expect(counts.deferred > 5)
        #expect(counts.awaited > 0 || seed != Self.fixed)
        #expect(counts.late > 20)
        #expect(counts.exhausted > 8)
        #expect(counts.lostOffers > 10)
        #expect(counts.lostAcknowledgements > 10)
        #expect(counts.kills > 20)
        #expect(counts.revocations > 2)
        #expect(counts.jumps > 10)
    }
}
