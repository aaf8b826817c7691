// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
