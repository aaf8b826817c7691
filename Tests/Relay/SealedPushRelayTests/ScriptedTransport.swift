// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushRelay
import Synchronization

/// A way to a push service that does as it is told.
final class ScriptedTransport: Sendable {
    enum Action {
        case accept
        case hold
        case unavailable
        case credentials
    }

    struct Sent {
        let push: OutgoingPush
        let token: [UInt8]
        let id: PushID
        let attempt: Int
    }

    private struct State {
        var sent: [Sent] = []
        var held: [Int: CheckedContinuation<Action?, Never>] = [:]
        var script: @Sendable (Int) -> Action = { _ in .accept }
        var now = 0
        var most = 0
    }

    private let state = Mutex(State())

    var sent: [Sent] { state.withLock { $0.sent } }
    var heldCount: Int { state.withLock { $0.held.count } }
    /// How many were under way at most.
    var most: Int { state.withLock { $0.most } }

    /// What becomes of each push, by its number from 1 on.
    func script(_ script: @escaping @Sendable (Int) -> Action) {
        state.withLock { $0.script = script }
    }

    func release(_ action: Action) {
        let held = state.withLock { state in
            defer { state.held = [:] }
            return state.held.values
        }
        for continuation in held { continuation.resume(returning: action) }
    }

    func send(
        _ push: OutgoingPush,
        _ token: [UInt8],
        _ id: PushID,
        _ limit: Duration,
        _ attempt: Int
    ) async throws(CancellationError) -> PushOutcome {
        guard token.count == 32 else { return .noAddress }
        let (number, action) = state.withLock { state in
            state.sent.append(Sent(push: push, token: token, id: id, attempt: attempt))
            state.now += 1
            state.most = max(state.most, state.now)
            return (state.sent.count, state.script(state.sent.count))
        }
        defer { state.withLock { $0.now -= 1 } }
        var answer: Action? = action
        if action == .hold {
            answer = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isCancelled = state.withLock { state in
                        guard !Task.isCancelled else { return true }
                        state.held[number] = continuation
                        return false
                    }
                    if isCancelled { continuation.resume(returning: nil) }
                }
            } onCancel: {
                state.withLock { $0.held.removeValue(forKey: number) }?.resume(returning: nil)
            }
        }
        switch answer {
        case .accept: return .accepted
        case .unavailable: return .unavailable
        case .credentials: return .credentials
        case .hold, nil: throw CancellationError()
        }
    }
}
