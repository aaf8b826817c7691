// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SimulatedDevice

struct WakeBudgetTests {
    @Test func `so many wakes are spent within any hour`() {
        var budget = WakeBudget()
        let answers = [0, 30, 31, 59, 60, 61, 89, 90].map { minute in
            budget.spend(at: .seconds(minute * 60), limit: 2)
        }
        #expect(answers == [true, true, false, false, true, false, false, true])
    }

    @Test func `without a limit every push wakes, and none counts`() {
        var budget = WakeBudget()
        let answers = [nil, nil, nil, 1, 1, 0].map { budget.spend(at: .zero, limit: $0) }
        #expect(answers == [true, true, true, true, false, false])
    }

    @Test func `a push too many wakes nobody, and says so`() async {
        let app = ScriptedApp { $0(.newData) }
        let device = SilentPushTests.device(app: app)
        device.changeProfile { $0.limits.wakes = 1 }
        let payload = SilentPushTests.silent
        #expect(await device.deliver(payload: payload).report.wake == .answered(.newData))
        #expect(await device.deliver(payload: payload).report.wake == .refused(.tooOften))
        await device.advance(by: .seconds(3600))
        #expect(await device.deliver(payload: payload).report.wake == .answered(.newData))
        #expect(app.notes.all == ["launched", "woken for 7", "woken for 7"])
    }
}
