// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// Operations whose calls fail as a full, broken or read-only disk lets them.
struct SystemFaultTests {
    /// A fault at a call of an operation.
    struct Point: CustomStringConvertible {
        let verdict: Verdict
        let call: Int
        let name: String
        let fault: FaultyFileSystem.Fault
        /// What the call throws.
        let error: FileError

        var description: String { "\(verdict.operation), \(name) at call \(call)" }
    }

    @Test(.rules("C-27"))
    func
        `an error of the system at any call is told by its name, loses nothing, and passes with its cause`()
        async throws
    {
        let shared = try await SharedScene.get()
        let all = SystemFault.all.flatMap { fault in
            shared.verdicts.flatMap { verdict in
                (shared.calls[verdict.operation.name] ?? []).enumerated()
                    .filter { fault.isMet(by: $0.element.kind) }
                    .map { call, _ in
                        Point(
                            verdict: verdict,
                            call: call,
                            name: "\(fault)\(fault.isLasting ? " for good" : "")",
                            fault: .refusal(fault),
                            error: fault.error
                        )
                    }
            }
        }
        let points = FaultEffort.sample(all, 350)
        var told = 0
        for point in points {
            let files = SimulatedFileSystem(shared.scene.disk)
            if try await fail(at: point, in: "", on: files) { told += 1 }
        }
        FaultEffort.tell("failed at \(points.count) of \(all.count) points, told at \(told)")
        #expect(told > points.count / 2, "most faults are of a kind that stops the operation")
    }

    /// What creates, replaces and removes a record, and what changes a claim, the index of claims
    /// and a deferred message.
    private static let changes = [
        "make reusable prekeys", "erase a prekey", "decide about a contact", "remove a code",
        "note the use of a prekey", "receive push reusable", "receive push held",
        "recover what was left", "begin an attempt", "sweep a device", "defer a message",
        "deliver what was deferred",
    ]

    @Test(.rules("C-13 C-27"))
    func
        `on the real file system a call that fails, alone or with all later ones, leaves the old state or the new one, and the next try succeeds`()
        async throws
    {
        let shared = try await SharedScene.get()
        let verdicts = shared.verdicts.filter { Self.changes.contains($0.operation.name) }
        #expect(verdicts.count == Self.changes.count)
        let faults: [(String, FaultyFileSystem.Fault)] = [("death", .death), ("failure", .failure)]
        let all = faults.flatMap { name, fault in
            verdicts.flatMap { verdict in
                (shared.calls[verdict.operation.name] ?? []).indices.map { call in
                    Point(
                        verdict: verdict,
                        call: call,
                        name: name,
                        fault: fault,
                        error: FaultyFileSystem.error
                    )
                }
            }
        }
        let points = FaultEffort.sample(all, 150)
        for point in points {
            let scene = try RealScene(shared.image)
            _ = try await fail(at: point, in: scene.root, on: POSIXFileSystem())
        }
        FaultEffort.tell("failed at \(points.count) of \(all.count) points of real files")
    }

    /// Whether the operation told of the fault.
    private func fail(
        at point: Point,
        in root: String,
        on disk: any BackupFileSystem
    ) async throws -> Bool {
        let verdict = point.verdict
        let files = FaultyFileSystem(disk, point.fault, at: point.call)
        files.disarm()
        let bench = try Bench(in: root, on: files)
        files.arm()
        let told = await verdict.operation.run(bench)
        files.disarm()
        for error in told {
            let reason = StoreError.reason(of: error)
            #expect(
                reason == nil || reason.map { .refused($0) } == point.error,
                "\(point): told \(error)"
            )
            #expect(reason != nil || error is SealingError, "\(point): told \(error)")
        }
        let between = try WorldView(of: root, on: disk)
        #expect(verdict.problems(in: between) == [], "\(point)")
        if told.isEmpty { #expect(verdict.isDone(between), "\(point): nothing was told") }
        let again = await verdict.operation.run(bench)
        let after = try WorldView(of: root, on: disk)
        #expect(again.isEmpty && verdict.isDone(after), "\(point), done again: \(again)")
        #expect(verdict.problems(in: after) == [], "\(point), done again")
        return !told.isEmpty
    }
}

extension StoreError {
    /// What the store said that an error of any module comes from; nil where it holds no such
    /// thing.
    static func reason(of error: any Error) -> StoreError? {
        switch error {
        case let error as StoreError: error
        case KeyError.store(let reason): reason
        case ContactError.store(let reason): reason
        case BackupError.store(let reason): reason
        case BackupError.file(let reason): reason
        case BackupError.unreadable(let reason): reason
        case ReceiverError.store(let reason): reason
        case ReceiverError.deferral(let reason): reason
        default: nil
        }
    }
}
