// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that comes to be once, and those who wait for it.
final class Eventual<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [Sleeper] = []
    }

    private let state = Mutex(State())

    /// The value, or nil while there is none.
    var soFar: Value? { state.withLock(\.value) }

    /// Waits for the value; nil where the task is cancelled before there is one.
    var value: Value? {
        get async {
            let sleeper = Sleeper()
            state.withLock { state in
                if state.value == nil { state.waiting.append(sleeper) } else { sleeper.wake() }
            }
            await withTaskCancellationHandler {
                await sleeper.wait()
            } onCancel: {
                forget(sleeper)
                sleeper.wake()
            }
            return soFar
        }
    }

    /// Waits for the value, in real time; nil where there is none by then, or the task is
    /// cancelled.
    func value(within limit: Duration) async -> Value? {
        if let value = soFar { return value }
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask { await self.value }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Gives the value; a second one changes nothing.
    func resolve(_ value: Value) {
        let waiting = state.withLock { state -> [Sleeper] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        for sleeper in waiting { sleeper.wake() }
    }

    private func forget(_ sleeper: Sleeper) {
        state.withLock { state in state.waiting.removeAll { $0 === sleeper } }
    }
}
