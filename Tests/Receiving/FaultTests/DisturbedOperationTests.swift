// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import SealedPush
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Every operation on simulated disks, which are disturbed at its calls.
struct DisturbedOperationTests {
    @Test(.rules("C-13 C-27"), arguments: StoreOperation.all)
    func
        `power lost at any call of an operation leaves the old state or the new one, and what was reported is durable`(
            operation: StoreOperation
        ) async throws
    {
        let shared = try await SharedScene.get()
        let verdict = try #require(shared.verdict(on: operation))
        let runs = try await shared.scene.disk.disturbing(by: .death, atReading: false) {
            try await operation.run(on: $0)
        }
        var quiet: [Run] = []
        var telling: [Run] = []
        for run in runs {
            let told = try run.result.get()
            if told.isEmpty { quiet.append(run) } else { telling.append(run) }
            for error in told {
                let isMet = run.isDisturbed && Self.isPlanted(error)
                #expect(isMet, "\(operation), call \(run.call): \(error)")
            }
        }
        // No disk of a run that told of something stands for one of a run that told of nothing.
        var known: Set<[String: [Int]]> = []
        func disks(_ runs: some Sequence<Run>) -> [(run: Run, disk: SimulatedDisk)] {
            runs.flatMap { run in
                ([run.files.disk] + (Self.isSkipped(run) ? [] : run.afterPowerLoss))
                    .filter { known.insert($0.tree).inserted }
                    .map { (run, $0) }
            }
        }
        let always = disks(quiet.reversed() + telling.prefix(1))
        let others = disks(telling.dropFirst())
        let tried = always + FaultEffort.sample(others, 100)
        var (isOldMet, isNewMet) = (false, false)
        for (run, disk) in tried {
            let place = "\(operation), call \(run.call)"
            let view = try WorldView(of: "", on: SimulatedFileSystem(disk))
            #expect(verdict.problems(in: view) == [], "\(place)")
            if try run.result.get().isEmpty {
                let isDone = verdict.isDone(view, undisturbed: !run.isDisturbed)
                #expect(isDone, "\(place): it is not durable")
            }
            if verdict.isUntouched(view) { isOldMet = true }
            if verdict.isDone(view) { isNewMet = true }
        }
        #expect(isOldMet && isNewMet, "\(operation)")
        #expect(known.count > runs.count / 6, "\(operation): \(known.count) disks")
        #expect(operation.name == "restore" || !runs.contains(where: Self.isSkipped))
        for run in FaultEffort.sample(runs, 4) {
            let place = "\(operation), call \(run.call), done again"
            let told = await operation.run(try Bench(in: "", on: run.files))
            let after = try WorldView(of: "", on: run.files)
            #expect(told.isEmpty && verdict.isDone(after), "\(place): \(told)")
            #expect(verdict.problems(in: after) == [], "\(place)")
        }
        let count = "\(tried.count) of \(always.count + others.count) disks"
        FaultEffort.tell("\(operation): \(count) of \(runs.count) calls without power")
    }

    /// Whether an error comes from the planted one; a sender's memory tells no more than that it
    /// could not be used.
    private static func isPlanted(_ error: any Error) -> Bool {
        if case SealingError.memoryUnavailable(.refused) = error { return true }
        return StoreError.reason(of: error) == FaultyFileSystem.reason
    }

    private typealias Run = DisturbedRun<[any Error]>

    /// Whether a loss of power may leave too much to try: a restore changes so much before it makes
    /// it durable, and `BackupCrashTests` has one of few records.
    private static func isSkipped(_ run: Run) -> Bool { run.files.disk.countAfterPowerLoss >= 2000 }

    @Test func `a temporary file that is swept away at any point is written again`() async throws {
        let shared = try await SharedScene.get()
        var all: [(verdict: Verdict, call: Int)] = []
        for verdict in shared.verdicts {
            let calls = Mutex(0)
            _ = try await Self.sweeping(verdict.operation, shared.scene.disk) { _ in
                calls.withLock { $0 += 1 }
                return false
            }
            all += (0..<calls.withLock { $0 }).map { (verdict, $0) }
        }
        let points = FaultEffort.sample(all, 250)
        for (verdict, call) in points {
            let place = "\(verdict.operation), swept at call \(call) beside a temporary file"
            let left = Mutex(call)
            let (told, after) = try await Self.sweeping(verdict.operation, shared.scene.disk) { _ in
                left.withLock { left in
                    defer { left -= 1 }
                    return left == 0
                }
            }
            #expect(left.withLock { $0 } < 0, "\(place): it did not come so far")
            #expect(told.isEmpty && verdict.isDone(after), "\(place): \(told)")
            #expect(verdict.problems(in: after) == [], "\(place)")
        }
        FaultEffort.tell("swept at \(points.count) of \(all.count) points")
        #expect(all.count >= 250)
    }

    /// Where a store stands in whose folder operations write; a draft is swept as a whole.
    private static let places = Scene.devices + [Scene.server, Scene.vault]

    /// Does an operation, and once sweeps the stores right before a call of it: the first of those
    /// where a temporary file of its own is there of which `isDue` says so.
    private static func sweeping(
        _ operation: StoreOperation,
        _ disk: SimulatedDisk,
        where isDue: @escaping @Sendable (FileCall) -> Bool
    ) async throws -> (told: [any Error], after: WorldView) {
        let files = SimulatedFileSystem(disk)
        let old = Set(try temporaries(files))
        let sweeping = FaultyFileSystem(
            files,
            .once(
                { call in
                    let found = try? temporaries(files)
                    return found.map { !old.isSuperset(of: $0) } == true && isDue(call)
                },
                {
                    do {
                        try sweep(files)
                    } catch {
                        Issue.record(error, "\(operation)")
                    }
                }
            )
        )
        let told = try await operation.run(on: sweeping)
        return (told, try WorldView(of: "", on: files))
    }

    private static func temporaries(_ files: SimulatedFileSystem) throws(FileError) -> [String] {
        var found: [String] = []
        for place in places {
            for name in try files.names(in: "\(place)/tmp") { found.append("\(place)/tmp/\(name)") }
        }
        return found
    }

    /// Sweeps the stores as if all temporary files were an hour old, and none stays.
    private static func sweep(_ files: SimulatedFileSystem) throws {
        let found = try temporaries(files)
        for path in found { try files.alter(path) { $0.modified -= 3600 } }
        for place in Scene.devices + [Scene.server] {
            try RecordStore.open(at: place, key: .file(Scene.key), files: files).sweep()
        }
        // Its passphrase is changing.
        for path in found where path.hasPrefix(Scene.vault) {
            try files.removeLeftover(path, now: files.disk.now)
        }
        #expect(try temporaries(files) == [])
    }
}
