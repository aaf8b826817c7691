// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSidecar
import Synchronization

/// A client that stops at a step of each delivery until it is let go, as a stopped process would.
final class Halt: EndpointClient {
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

    func offer(
        at subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) -> EndpointOffer {
        await stop(at: .beforeBundle)
        let offer = try await relay.offer(at: subscription)
        await stop(at: .afterBundle)
        return offer
    }

    func post(
        _ envelope: [UInt8],
        _ options: DeliveryOptions,
        to subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) {
        await stop(at: .beforePost)
        try await relay.post(envelope, options, to: subscription)
        await stop(at: .afterPost)
    }
}
