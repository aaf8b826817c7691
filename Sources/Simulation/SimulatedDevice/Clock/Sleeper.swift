// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

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
