// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct StreamLimitTests {
    @Test func `one push until the first answer, whatever SETTINGS say`() {
        var limit = StreamLimit()
        #expect(limit.allowance(inFlight: 0) == 1)
        #expect(limit.allowance(inFlight: 1) == 0)
        limit.settingsChanged(to: 1000)
        #expect(limit.allowance(inFlight: 0) == 1)
        limit.taken()
        #expect(limit.allowance(inFlight: 0) == 1000)
    }

    @Test func `SETTINGS count from then on, up and down`() {
        var limit = StreamLimit()
        limit.taken()
        #expect(limit.limit == StreamLimit.unspoken)
        for maximum in [500, 1, 0, 1500, 3] as [UInt32] {
            limit.settingsChanged(to: maximum)
            #expect(limit.limit == Int(maximum))
        }
        limit.settingsChanged(to: .max)
        #expect(limit.limit == StreamLimit.ceiling)
    }

    @Test func `nothing more is sent while more is on its way than allowed`() {
        var limit = StreamLimit()
        limit.taken()
        limit.settingsChanged(to: 10)
        #expect(limit.allowance(inFlight: 4) == 6)
        #expect(limit.allowance(inFlight: 500) == 0)
    }
}

struct BackoffTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func
        `each that is of no use puts off the next one longer, up to the limit and half of it`(
            _ seed: UInt64
        )
    {
        var generator = SeededGenerator(seed: seed)
        var rule = Backoff(limit: .seconds(60))
        #expect(rule.earliest == .zero)
        var delay = Duration.milliseconds(100)
        for _ in 0..<30 {
            rule.failed(at: .seconds(1000), using: &generator)
            #expect((delay...(delay * 3 / 2)) ~= rule.earliest - .seconds(1000), "seed \(seed)")
            delay = min(delay * 2, .seconds(60))
        }
        rule.worked()
        #expect(rule.earliest == .zero)
        rule.failed(at: .zero, using: &generator)
        #expect(rule.earliest <= .milliseconds(150))
    }

    @Test func `delays differ`() {
        var generator = SeededGenerator(seed: 1)
        let times = Set(
            (0..<20).map { _ in
                var rule = Backoff(limit: .seconds(60))
                rule.failed(at: .zero, using: &generator)
                return rule.earliest
            }
        )
        #expect(times.count > 5)
    }
}
