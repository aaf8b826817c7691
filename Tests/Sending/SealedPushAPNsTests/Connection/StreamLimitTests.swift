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
        limit.answered(true)
        #expect(limit.allowance(inFlight: 0) == 1000)
    }

    @Test func `SETTINGS count from then on, up and down`() {
        var limit = StreamLimit()
        limit.answered(true)
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
        limit.answered(true)
        limit.settingsChanged(to: 10)
        #expect(limit.allowance(inFlight: 4) == 6)
        #expect(limit.allowance(inFlight: 500) == 0)
    }

    @Test(arguments: APNsReason.allCases)
    func `only a refusal that may be of the token's falls back to one`(_ reason: APNsReason) {
        var limit = StreamLimit()
        limit.answered(true)
        limit.answered(APNsAnswer(refusing: reason).hasTakenCredentials)
        let isOne =
            reason.status == 403 && reason != .forbidden || reason == .tooManyProviderTokenUpdates
        #expect((limit.limit == 1) == isOne)
        #expect(limit.isProving == isOne)
        limit.answered(true)
        #expect(limit.limit == StreamLimit.unspoken)
    }

    @Test func `a refusal for something else shows that the token is taken`() {
        var limit = StreamLimit()
        limit.answered(APNsAnswer(refusing: .internalServerError).hasTakenCredentials)
        #expect(limit.limit == 1)
        limit.answered(APNsAnswer(refusing: .badDeviceToken).hasTakenCredentials)
        #expect(limit.limit == StreamLimit.unspoken)
    }
}
