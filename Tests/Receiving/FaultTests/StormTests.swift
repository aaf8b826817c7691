// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPush
import SealedPushContacts
import SealedPushStore
import SimulationSupport
import Synchronization
import TestSupport
import Testing

/// An app and eight extension processes on one store, some of which are killed and replaced.
struct StormTests {
    /// What happened to a push.
    private struct Fate {
        var new = 0
        var quiet = 0
    }

    /// A contact as the app has left it.
    private struct Edited: Hashable {
        var name: String?
        var trust = ContactStatus.Trust.unverified
    }

    /// How long one operation may take: nine processes share the machine with whatever else runs.
    private static let bound = 60_000

    @Test(.rules("T-2 T-3 C-11 C-13 C-26"))
    func
        `an app and eight extensions, some of them killed, never block, lose nothing and show nothing as new twice`()
        async throws
    {
        let plan = StormPlan(seed: FaultEffort.seed, pushes: LongRun.isOn ? 20_000 : 400)
        let scene = try RealScene(FolderImage())
        try await StormScene(in: scene.root, plan: plan).build()
        let kills = try rage(plan, in: scene.root)
        let last = StormPlan.extensions + 1
        try StormProcess(in: scene.root, plan: plan, number: last, files: POSIXFileSystem())
            .showRest()

        let lines = try (0...last).flatMap { number in
            try String(
                contentsOfFile: StormProcess.log(of: number, in: scene.root),
                encoding: .utf8
            )
            .split(separator: "\n")
        }
        #expect(lines.filter { $0.hasPrefix("failed") } == [])
        let slowest = lines.filter { $0.hasPrefix("slowest") }.compactMap { Int($0.dropFirst(8)) }
        #expect(slowest.count == last)
        #expect(slowest.allSatisfy { $0 < Self.bound }, "\(slowest)")
        let fates = fates(in: lines, of: plan)
        #expect(fates.indices.filter { fates[$0].new + fates[$0].quiet == 0 } == [], "lost")
        #expect(fates.indices.filter { fates[$0].new > 1 } == [], "as new twice")
        let begun = lines.count { $0.hasPrefix("begin") }
        #expect(begun >= plan.operations)
        #expect(kills > 0)
        try checkStore(scene, plan)
        let deferred = lines.count { $0.hasPrefix("deferred") }
        FaultEffort.tell(
            "storm of \(begun) operations in 9 processes, \(kills) killed, \(deferred) pushes deferred, "
                + "\(fates.count { $0.new == 1 }) of \(plan.pushes) shown as new, "
                + "slowest operation \(slowest.max() ?? 0) ms"
        )
    }

    /// Lets all processes run to their end, each replaced where it was killed, and returns how many
    /// were.
    private func rage(_ plan: StormPlan, in root: String) throws -> Int {
        let kills = try inThreads(StormPlan.extensions + 1) { number in
            var life = 0
            while Self.isKilled(number, life, plan, in: root) { life += 1 }
            return life
        }
        return kills.reduce(0, +)
    }

    /// Runs a process to its end, and says whether it was killed before it came there.
    private static func isKilled(_ number: Int, _ life: Int, _ plan: StormPlan, in root: String)
        -> Bool
    {
        let log = try? String(
            contentsOfFile: StormProcess.log(of: number, in: root),
            encoding: .utf8
        )
        let begun = log?.split(separator: "\n").last { $0.hasPrefix("begin") }
        let first = begun.flatMap { Int($0.dropFirst(6)) } ?? 0
        let death = plan.death(of: number, life: life) ?? -1
        let arguments = [
            "storm", root, "\(plan.seed)", "\(plan.pushes)", "\(number)", "\(first)", "\(death)",
        ]
        do {
            let limit = Duration.seconds(LongRun.isOn ? 7200 : 300)
            let (end, lines) = try ProbeProcess(arguments).finish(within: limit)
            guard end != .signal(SIGKILL) else { return true }
            #expect(end == .exitCode(0), "process \(number): \(lines)")
        } catch {
            Issue.record("process \(number) is blocked: \(error)")
        }
        return false
    }

    private func fates(in lines: [Substring], of plan: StormPlan) -> [Fate] {
        var fates = [Fate](repeating: Fate(), count: plan.pushes)
        for line in lines {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let push = Int(parts[1]), fates.indices.contains(push) else {
                continue
            }
            switch parts[0] {
            case "new": fates[push].new += 1
            case "quiet": fates[push].quiet += 1
            default: break
            }
        }
        return fates
    }

    /// Everything can be read, nothing is left to be shown, and contacts are as the app last left
    /// them.
    private func checkStore(_ scene: RealScene, _ plan: StormPlan) throws {
        let view = try scene.view()
        #expect(view.troubles == [])
        #expect(view.facts(WorldView.deferred, of: Scene.phone).isEmpty)
        let held = view.facts(WorldView.claim, of: Scene.phone).values.count { $0.first != 1 }
        #expect(held == 0, "messages that were never shown")

        var expected: [Int: Edited] = [:]
        for step in plan.appSteps {
            switch step {
            case .name(let number, let name): expected[number, default: Edited()].name = name
            case .decide(let number, let isBlocked):
                expected[number]?.trust = isBlocked ? .blocked : .verified
            case .remove(let number): expected[number] = nil
            case .maintain, .recover, .deliverDeferred: break
            }
        }
        let key = StoreKeySource.file(scene.root + Scene.key)
        let store = try RecordStore.open(at: scene.root + Scene.phone, key: key)
        let listing = try ContactBook(store).list()
        #expect(listing.failures == [])
        for number in 0..<StormPlan.contacts {
            let identity = try StormProcess.contact(number, in: scene.root)
            let found = listing.contacts.filter { $0.identity == identity }
            let edited = found.map { Edited(name: $0.name, trust: $0.status.trust) }
            #expect(edited == expected[number].map { [$0] } ?? [])
        }
    }
}
