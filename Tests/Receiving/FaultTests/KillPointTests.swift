// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPushStore
import SimulationSupport
import StoreTestSupport
import TestSupport
import Testing

/// Processes that are stopped at a call of an operation while another one does everything.
struct StopPointTests {
    /// How long all operations may take, however busy the machine: a process that waits for a
    /// stopped one takes for ever.
    private static let limit = Duration.seconds(120)

    @Test(.rules("C-26"))
    func
        `a process stopped at any call of an operation blocks no other, and ends well when it goes on`()
        async throws
    {
        let shared = try await SharedScene.get()
        let all = shared.verdicts.flatMap { verdict in
            (shared.calls[verdict.operation.name] ?? []).indices.map { (verdict.operation, $0) }
        }
        let points = FaultEffort.sample(all, 16)
        for (operation, call) in points { try stop(operation, at: call, shared) }
        FaultEffort.tell("stopped at \(points.count) of \(all.count) points")
        #expect(all.count >= 500)
    }

    private func stop(_ operation: StoreOperation, at call: Int, _ shared: SharedScene) throws {
        let scene = try RealScene(shared.image)
        let run = ["run", scene.root, operation.name, "stop", "\(call)"]
        let stopped = try ProbeProcess(run)
        let place = "\(operation), stopped at call \(call)"
        #expect(stopped.program.waitForStop(), "\(place): it has ended")
        let round = try ProbeProcess(["round", scene.root]).finish(within: Self.limit)
        #expect(round.end == .exitCode(0), "\(place): the others failed: \(round.lines)")
        stopped.program.signal(SIGCONT)
        let ended = try stopped.finish(within: Self.limit)
        #expect(ended.end == .exitCode(0), "\(place): it failed: \(ended.lines)")
        let after = try scene.view()
        #expect(shared.round.problems(in: after) == [], "\(place)")
        #expect(shared.round.isDone(after), "\(place)")
    }
}

/// Processes that are killed at a call of an operation, and what the next process finds.
struct KillPointTests {
    /// Where a process is killed.
    struct Point: CustomStringConvertible {
        let verdict: Verdict
        /// The number of the call.
        let call: Int
        /// Whether the file that the call writes is half written; else the call is not made.
        let isCut: Bool

        var description: String {
            "\(verdict.operation), call \(call)\(isCut ? ", cut short" : "")"
        }
    }

    @Test(.rules("T-5 T-6 C-13 C-27"))
    func
        `a process killed at any call of an operation leaves the old state or the new one, and the next completes it`()
        async throws
    {
        let shared = try await SharedScene.get()
        let all = shared.verdicts.flatMap { verdict in
            (shared.calls[verdict.operation.name] ?? []).enumerated().flatMap { call, made in
                let point = Point(verdict: verdict, call: call, isCut: false)
                let cut = Point(verdict: verdict, call: call, isCut: true)
                return made.kind == .create ? [point, cut] : [point]
            }
        }
        let points = FaultEffort.sample(all, 150)
        for point in points { try await kill(at: point, shared) }
        FaultEffort.tell("killed at \(points.count) of \(all.count) points")
        #expect(all.count >= 1000)
    }

    private func kill(at point: Point, _ shared: SharedScene) async throws {
        let scene = try RealScene(shared.image)
        let verdict = point.verdict
        let fault = point.isCut ? "cut" : "kill"
        let run = ["run", scene.root, verdict.operation.name, fault, "\(point.call)"]
        let (end, lines) = try ProbeProcess(run).finish()
        #expect(end == .signal(SIGKILL), "\(point): \(lines)")
        let problems = verdict.problems(in: try scene.view())
        #expect(problems == [], "\(point)")
        let told = await verdict.operation.run(try scene.bench())
        let after = try scene.view()
        #expect(told.isEmpty && verdict.isDone(after), "\(point), done again: \(told)")
        #expect(verdict.problems(in: after) == [], "\(point), done again")
    }
}
