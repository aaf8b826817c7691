// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import SealedPushStore
import StoreTestSupport
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
        var known: Set<[String: [Int]]> = []
        let left = runs.flatMap { run in
            Self.disks(run.files.disk)
                .filter { known.insert($0.tree).inserted || !run.isDisturbed }
                .map { (run, $0) }
        }
        let disks = FaultEffort.sample(left, 100)
        for (run, disk) in disks {
            let view = try WorldView(of: "", on: SimulatedFileSystem(disk))
            #expect(verdict.problems(in: view) == [], "\(operation), call \(run.call)")
            #expect(run.isDisturbed || verdict.isDone(view), "\(operation): it is not durable")
        }
        for run in FaultEffort.sample(runs, 4) {
            let place = "\(operation), call \(run.call), done again"
            let told = await operation.run(try Bench(in: "", on: run.files))
            let after = try WorldView(of: "", on: run.files)
            #expect(told.isEmpty && verdict.isDone(after), "\(place): \(told)")
            #expect(verdict.problems(in: after) == [], "\(place)")
        }
        let count = "\(disks.count) of \(left.count) disks of \(runs.count) calls"
        FaultEffort.tell("\(operation): \(count) without power")
    }

    /// What a kill leaves, and what a loss of power may leave; a restore changes so much before it
    /// makes it durable that this is too much, and `BackupCrashTests` has one of few records.
    private static func disks(_ disk: SimulatedDisk) -> [SimulatedDisk] {
        var count = 1
        for entry in disk.entries.values where count < 2000 {
            switch entry.node {
            case .file(let contents, let durable): count *= contents == durable ? 1 : 3
            case .folder(let names, let durable):
                let changed = Set(names.keys).union(durable.keys)
                    .count { names[$0] != durable[$0] }
                count *= changed > 4 ? 4 : 1 << changed
            }
        }
        return [disk] + (count < 2000 ? disk.afterPowerLoss() : [])
    }

    /// Operations that write several records at once, or ask for the disk's time: where a file of
    /// theirs is swept they say that the store is damaged, and are whole when they are done again.
    private static let telling: Set = [
        "add a contact", "add a contact with a code", "rename a contact", "import contacts",
        "maintain a device", "revoke prekeys", "sweep a device", "begin an attempt",
    ]

    @Test func `a temporary file that is swept away at any point is written again`() async throws {
        let shared = try await SharedScene.get()
        let all = shared.verdicts.flatMap { verdict in
            Self.writing(shared.calls[verdict.operation.name] ?? []).map { (verdict, $0) }
        }
        let points = FaultEffort.sample(all, 250)
        for (verdict, call) in points {
            let operation = verdict.operation
            let place = "\(operation), swept at call \(call)"
            let runs = try await shared.scene.disk.overtaking(by: Self.sweep, at: [call]) {
                try await operation.run(on: $0)
            }
            for (files, told) in runs {
                let between = try WorldView(of: "", on: files)
                #expect(verdict.problems(in: between) == [], "\(place)")
                guard !told.isEmpty else {
                    #expect(verdict.isDone(between), "\(place)")
                    continue
                }
                #expect(Self.telling.contains(operation.name), "\(place): \(told)")
                #expect(told.allSatisfy { StoreError.reason(of: $0) == .corrupted }, "\(place)")
                let again = await operation.run(try Bench(in: "", on: files))
                let after = try WorldView(of: "", on: files)
                #expect(again.isEmpty && verdict.isDone(after), "\(place), done again: \(again)")
            }
        }
        FaultEffort.tell("swept at \(points.count) of \(all.count) points")
    }

    /// The calls before which a temporary file is there: from where it is made until the folder is
    /// durable into which it moves.
    private static func writing(_ calls: [FileCall]) -> [Int] {
        var isWriting = false
        return calls.indices.filter { index in
            defer {
                let call = calls[index]
                if call.kind == .create, call.path.contains("/tmp/") { isWriting = true }
                if call.kind == .syncFolder { isWriting = false }
            }
            return isWriting
        }
    }

    /// Sweeps the stores as if all temporary files were an hour old.
    private static let sweep: @Sendable (SimulatedFileSystem) throws -> Void = { files in
        for place in [Scene.phone, Scene.server, Scene.tablet, Scene.watch] {
            for name in try files.names(in: "\(place)/tmp") {
                try files.alter("\(place)/tmp/\(name)") { $0.modified -= 3600 }
            }
            try RecordStore.open(at: place, key: .file(Scene.key), files: files).sweep()
        }
    }
}
