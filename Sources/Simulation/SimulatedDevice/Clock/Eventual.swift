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

/// A wait that ends when it is woken, once; if it is woken before, there is no wait.
final class Sleeper: Sendable {
    private enum State {
        case awake
        case waiting(CheckedContinuation<Void, Never>)
        case woken
    }

    private let state = Mutex(State.awake)

    /// Waits for ``wake()``.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isWoken = state.withLock { state in
                if case .woken = state { return true }
                state = .waiting(continuation)
                return false
            }
            if isWoken { continuation.resume() }
        }
    }

    /// Ends the wait, also one that is yet to begin.
    func wake() {
        let waiting = state.withLock { state in
            defer { state = .woken }
            if case .waiting(let continuation) = state { return Optional(continuation) }
            return nil
        }
        waiting?.resume()
    }
}

/// A function that runs at most once, for the first call.
final class Once<Value: Sendable>: Sendable {
    private let function: Mutex<(@Sendable (Value) -> Void)?>

    init(_ function: @escaping @Sendable (Value) -> Void) {
        self.function = Mutex(function)
    }

    /// Calls the function, unless it was called before; says whether it did.
    @discardableResult
    func callAsFunction(_ value: Value) -> Bool {
        let function = function.withLock { function in
            defer { function = nil }
            return function
        }
        function?(value)
        return function != nil
    }
}
