// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The explorations that take minutes: four processes at once, and all steps in every order.
@Suite(.serialized, .enabled(if: LongRun.isOn, "SEALEDPUSH_LONG is unset"))
struct LongExplorationTests {
    @Test(arguments: Scenario.long)
    func `no interleaving of four processes and no crash breaks a rule`(
        _ scenario: Scenario
    ) async throws {
        let report = try await scenario.make(nil).search()
        print("explored \(scenario.testDescription): \(report)")
        for violation in report.violations { Issue.record("\(violation)") }
    }

    @Test(arguments: Scenario.everyOrder)
    func `no step is taken at once that breaks a rule in another order`(
        _ scenario: Scenario
    ) async throws {
        let exploration = try await scenario.make(nil)
        let full = await exploration.search(.init(reduces: false))
        print("explored \(scenario.testDescription), every order: \(full)")
        for violation in full.violations { Issue.record("\(violation)") }
        let reduced = await exploration.search()
        #expect(reduced.situations == full.situations)
    }
}
