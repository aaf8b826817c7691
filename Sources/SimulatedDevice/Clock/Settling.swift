// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Knows whether extensions are inside a call, so that a virtual clock waits for them to return.
///
/// Time stands still while they work, as far as the device can tell: it sees calls that have not
/// returned, and neither their tasks nor their queues. A call that does not return within the
/// patience of real time counts as one that hangs.
final class Settling: Sendable {
    private struct State {
        var calls = 0
        var waiting: [Sleeper] = []
    }

    /// How long, in real time, a call is waited for.
    let patience: Duration
    private let state = Mutex(State())

    init(patience: Duration) {
        self.patience = patience
    }

    /// A call begins.
    func enter() {
        state.withLock { $0.calls += 1 }
    }

    /// A call has ended.
    func leave() {
        let waiting = state.withLock { state -> [Sleeper] in
            state.calls -= 1
            guard state.calls == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for sleeper in waiting { sleeper.wake() }
    }

    /// Waits until no call is open, or for the patience.
    func wait() async {
        let sleeper = Sleeper()
        let isSettled = state.withLock { state in
            guard state.calls > 0 else { return true }
            state.waiting.append(sleeper)
            return false
        }
        guard !isSettled else { return }
        afterPatience { sleeper.wake() }
        await sleeper.wait()
    }

    /// Has `action` done when the patience is over.
    func afterPatience(_ action: @escaping @Sendable () -> Void) {
        let nanoseconds = Int(patience / .nanoseconds(1))
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .nanoseconds(nanoseconds),
            execute: action
        )
    }
}
