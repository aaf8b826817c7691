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
        let fault: SystemFault
        let call: Int

        var description: String {
            "\(verdict.operation), \(fault)\(fault.isLasting ? " for good" : "") at call \(call)"
        }
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
                    .map { Point(verdict: verdict, fault: fault, call: $0.offset) }
            }
        }
        let points = FaultEffort.sample(all, 350)
        var told = 0
        for point in points where try await fail(at: point, shared) { told += 1 }
        FaultEffort.tell("failed at \(points.count) of \(all.count) points, told at \(told)")
        #expect(told > points.count / 2, "most faults are of a kind that stops the operation")
    }

    /// Whether the operation told of the fault.
    private func fail(at point: Point, _ shared: SharedScene) async throws -> Bool {
        let verdict = point.verdict
        let simulated = SimulatedFileSystem(shared.scene.disk)
        let files = FaultyFileSystem(simulated, .refusal(point.fault), at: point.call)
        files.disarm()
        let bench = try Bench(in: "", on: files)
        files.arm()
        let told = await verdict.operation.run(bench)
        files.disarm()
        for error in told {
            let reason = StoreError.reason(of: error)
            #expect(
                reason == nil || reason.map { .refused($0) } == point.fault.error,
                "\(point): told \(error)"
            )
            #expect(reason != nil || error is SealingError, "\(point): told \(error)")
        }
        let between = try WorldView(of: "", on: simulated)
        #expect(verdict.problems(in: between) == [], "\(point)")
        if told.isEmpty { #expect(verdict.isDone(between), "\(point): nothing was told") }
        let again = await verdict.operation.run(bench)
        let after = try WorldView(of: "", on: simulated)
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
