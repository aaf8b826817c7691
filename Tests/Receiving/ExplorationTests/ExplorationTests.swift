// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// All interleavings of processes of one device, with a crash at any step, on the real code.
@Suite struct ExplorationTests {
    @Test(.rules("V-12 T-2 T-3 T-4 T-5 T-6 C-7 C-11 C-13 C-14"), arguments: Scenario.all)
    func `no interleaving and no crash breaks a rule`(_ scenario: Scenario) async throws {
        let report = try await scenario.make(nil).search()
        print("explored \(scenario.testDescription): \(report)")
        #expect(report.situations.contains { $0.monitor.wasShown(0) }, "nothing was to be seen")
        for violation in report.violations { Issue.record("\(violation)") }
    }

    @Test(.rules("T-10 T-11 T-12"), arguments: Scenario.ofIndex)
    func `no interleaving and no hour's sleep hides a claim from the index for good`(
        _ scenario: Scenario
    ) async throws {
        let report = try await scenario.make(nil).search()
        print("explored \(scenario.testDescription): \(report)")
        #expect(report.situations.contains { $0.monitor.wasShown(0) }, "nothing was to be seen")
        for violation in report.violations { Issue.record("\(violation)") }
    }

    // MARK: - Faults that have to be found

    @Test(arguments: Plant.ofIndex)
    func `a planted fault of the index is found`(_ plant: Plant) async throws {
        try await find(plant)
    }

    @Test(.rules("C-13"), arguments: Plant.ofStore)
    func `a planted fault of the store is found`(_ plant: Plant) async throws {
        try await find(plant)
    }

    @Test(.rules("C-13"), arguments: Plant.ofExtension)
    func `a planted fault of an extension is found`(_ plant: Plant) async throws {
        try await find(plant)
    }

    @Test(arguments: Plant.ofDeferral)
    func `a planted fault of deferral is found`(_ plant: Plant) async throws {
        try await find(plant)
    }

    @Test func `every rule is broken by a fault`() {
        let plants = Plant.ofStore + Plant.ofIndex + Plant.ofExtension + Plant.ofDeferral
        #expect(Set(plants.map(\.rule)) == Set(Rule.allCases))
    }

    private func find(_ plant: Plant) async throws {
        let report = try await plant.make().search(.init(end: plant.rule))
        let found = try #require(report.violations.first { $0.rule == plant.rule })
        print("found \(plant.testDescription), \(report.states) states on, \(found)")
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

    @Test(arguments: PlantedFiles.Fault.allCases, [false, true])
    func `what is taken at once hides no planted fault`(
        _ fault: PlantedFiles.Fault,
        oneTime: Bool
    ) async throws {
        let handset = try Handset()
        let messages = try await handset.messages(oneTime: oneTime)
        let stage = try Stage(handset, messages, fault: fault)
        let exploration = stage.exploration(of: [stage.receiving(0)])
        let reduced = await exploration.search()
        let full = await exploration.search(.init(reduces: false))
        #expect(Set(reduced.violations.map(\.rule)) == Set(full.violations.map(\.rule)))
        #expect(reduced.situations == full.situations)
    }

    @Test func `a listing and the removal of its folder meet`() {
        let disks = DiskSpace()
        let folder = disks.path("claims/1")
        let listing = Footprint(of: Call(kind: .names, path: folder), by: 0, in: disks)
        for kind in [Call.Kind.removeFolder, .makeFolder] {
            let change = Footprint(of: Call(kind: kind, path: folder), by: 1, in: disks)
            #expect(listing.meets(change))
        }
        #expect(!listing.meets(listing))
    }

    @Test func `a look at another's temporary file and what the other does with it meet`() {
        let disks = DiskSpace()
        let found = Call(kind: .status, path: disks.path(-1, in: 0))
        let look = Footprint(of: found, by: 1, in: disks)
        #expect(look.meets(Footprint(of: Call(kind: .unlink, path: -1), by: 0, in: disks)))
        let other = Footprint(of: Call(kind: .unlink, path: -1), by: 1, in: disks)
        #expect(!look.meets(other), "a file of its own is another")
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
