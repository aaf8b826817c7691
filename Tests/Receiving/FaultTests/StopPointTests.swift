// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
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
        #expect(stopped.waitForStop(), "\(place): it has ended")
        let round = try ProbeProcess(["round", scene.root]).finish(within: Self.limit)
        #expect(round.end == .exited(0), "\(place): the others failed: \(round.lines)")
        stopped.signal(SIGCONT)
        let ended = try stopped.finish(within: Self.limit)
        #expect(ended.end == .exited(0), "\(place): it failed: \(ended.lines)")
        let after = try scene.view()
        #expect(shared.round.problems(in: after) == [], "\(place)")
        #expect(shared.round.isDone(after), "\(place)")
    }
}
