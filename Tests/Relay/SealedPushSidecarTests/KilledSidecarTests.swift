// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import Synchronization
import Testing

@testable import SealedPushSidecar

/// Sidecars that are killed or stopped while they deliver.
struct KilledSidecarTests {
    private let bench: SidecarBench
    private let device = SampleDevice()
    private let request = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}},"from":"77"}"#

    init() throws {
        bench = try SidecarBench()
    }

    @Test(arguments: Halt.Step.allCases, [1, 2, 3])
    func `no device gets two envelopes, at whichever step sidecars were killed`(
        _ step: Halt.Step,
        _ kills: Int
    ) async throws {
        let second = SampleDevice()
        try await bench.set(device, second, of: "4711")
        let name = try await bench.name(of: request)
        var halted: [(halt: Halt, task: Task<Int, any Error>)] = []
        for _ in 0..<kills {
            let halt = Halt(bench.relay, at: step)
            let worker = try bench.worker(halt)
            halted.append((halt, Task { try await worker.deliverOnce() }))
            await halt.reached(2)
            bench.advance(.seconds(61))
        }
        try await bench.worker().deliverOnce()
        // They were only slow: what they do now changes nothing.
        for (halt, task) in halted {
            halt.release()
            _ = try? await task.value
        }
        for _ in 0..<3 {
            bench.advance(.seconds(61))
            try await bench.worker().deliverOnce()
        }
        #expect(try await bench.results(name) == [.accepted, .accepted])
        #expect(bench.relay.taken(for: device).count == 1)
        #expect(bench.relay.taken(for: second).count == 1)
    }
}

/// A relay that holds each delivery at a step until it is let go, as a stopped process would.
final class Halt: RelayHTTP {
    enum Step: CaseIterable, Sendable {
        case beforeBundle
        case afterBundle
        case beforePost
        case afterPost
    }

    private struct State {
        var isReleased = false
        var arrived = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let relay: SampleRelay
    private let step: Step
    private let state = Mutex(State())

    init(_ relay: SampleRelay, at step: Step) {
        self.relay = relay
        self.step = step
    }

    /// How many deliveries have stopped.
    var count: Int { state.withLock { $0.arrived } }

    /// Waits until so many deliveries have stopped.
    func reached(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                guard state.arrived < count else { return true }
                state.watcher = (count, continuation)
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func stop(at step: Step) async {
        guard step == self.step else { return }
        await withCheckedContinuation { continuation in
            let resumed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                guard !state.isReleased else { return [continuation] }
                state.arrived += 1
                state.waiting.append(continuation)
                guard let watcher = state.watcher, state.arrived >= watcher.count else { return [] }
                state.watcher = nil
                return [watcher.continuation]
            }
            for one in resumed { one.resume() }
        }
    }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        await stop(at: request.isClaim ? .beforeBundle : .beforePost)
        let answer = try await relay.send(request)
        await stop(at: request.isClaim ? .afterBundle : .afterPost)
        return answer
    }
}
