// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

/// All interleavings of processes of one device, with a crash at any step, on the real code.
@Suite struct ExplorationTests {
    @Test(arguments: Scenario.all)
    func `no interleaving and no crash breaks a rule`(_ scenario: Scenario) async throws {
        let report = try await scenario.make(nil).search()
        print("explored \(scenario.testDescription): \(report)")
        for violation in report.violations { Issue.record("\(violation)") }
    }

    // MARK: - Faults that have to be found

    @Test(arguments: [
        (PlantedFiles.Fault.claimInTwoSteps, false, Rule.newOnce),
        (.claimNotDurable, false, .newOnce),
        (.claimNotDurable, true, .keyForClaim),
        (.claimNotDurable, true, .nothingLost),
        (.contentNotDurable, false, .readable),
        (.erasureNotDurable, true, .erasedStays),
        (.erasedBeforeClaim, true, .keyForClaim),
        (.emptiedByRemoval, false, .newOnce),
    ])
    func `a planted fault of the store is found`(
        _ fault: PlantedFiles.Fault,
        oneTime: Bool,
        rule: Rule
    ) async throws {
        let handset = try Handset()
        let messages = try await handset.messages(oneTime: oneTime)
        let stage = try Stage(handset, messages, fault: fault)
        let programs = [stage.receiving(0), stage.receiving(0), stage.recovering()]
        try await expect(rule, in: stage.exploration(of: programs))
    }

    @Test(arguments: [
        (PlantedProgram.emptiesFirst, Rule.emptiedAfter),
        (.emptiesFirst, .nothingLost),
        (.takesFoundForNew, .newOnce),
        (.emptiesUnseen, .emptiedAfter),
        (.emptiesUnseen, .nothingLost),
        (.handsOverTwice, .handOverOnce),
    ])
    func `a planted fault of an extension is found`(
        _ fault: PlantedProgram,
        rule: Rule
    ) async throws {
        let handset = try Handset()
        let stage = try Stage(handset, try await handset.messages(oneTime: true))
        let faulty = stage.receiving(0, planted: fault)
        let programs = [faulty, faulty, stage.recovering()]
        try await expect(rule, in: stage.exploration(of: programs))
    }

    private func expect(_ rule: Rule, in exploration: Exploration) async throws {
        let report = await exploration.search(.init(end: rule))
        let found = try #require(report.violations.first { $0.rule == rule })
        print("found \(report.states) states on, \(found)")
    }

    // MARK: - The search itself

    @Test(arguments: [1, 2, 3, 4])
    func `a search is exhaustive: of three processes of n steps it sees every state and order`(
        _ count: Int
    ) async {
        let counting = Program(name: "counts") { process in
            for _ in 0..<count { process.pause() }
        }
        let report = await Exploration(free: [counting, counting, counting])
            .search(.init(reduces: false))
        #expect(report.states == (count + 1) * (count + 1) * (count + 1))
        let factorials = (1...3 * count).map(Double.init)
        let one = factorials.prefix(count).reduce(1, *)
        #expect(report.schedules == factorials.reduce(1, *) / (one * one * one))
    }

    @Test func `what is taken at once changes nothing that a crash can find`() async throws {
        let exploration = try await small()
        let reduced = await exploration.search()
        let full = await exploration.search(.init(reduces: false))
        #expect(reduced.situations == full.situations)
        #expect(reduced.states < full.states)
        #expect(reduced.violations.isEmpty && full.violations.isEmpty)
    }

    @Test func `a process that is killed leaves nothing that one that waits does not`() async throws
    {
        let exploration = try await small()
        let waiting = await exploration.search()
        let killed = await exploration.search(.init(killsAreSteps: true))
        #expect(waiting.situations == killed.situations)
        #expect(waiting.states < killed.states)
        #expect(killed.violations.isEmpty)
    }

    /// Two extensions, one of them in short time.
    private func small() async throws -> Exploration {
        let handset = try Handset()
        let stage = try Stage(handset, try await handset.messages(oneTime: true))
        return stage.exploration(of: [stage.receiving(0, mayExpire: true), stage.receiving(0)])
    }
}
