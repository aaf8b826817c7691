// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A flag that any task raises and one task waits for.
package final class Signal: Sendable {
    private struct State {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// A flag that is not raised.
    package init() {}

    /// Wakes the task that waits, or the next one that will.
    package func raise() {
        state.withLock { state in
            state.isRaised = true
            return state.waiter.take()
        }?.resume()
    }

    /// Waits until the flag is raised or the task is cancelled, and lowers the flag.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard !state.isRaised, !Task.isCancelled else { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume()
        }
        state.withLock { $0.isRaised = false }
    }

    /// Waits until the flag is raised, this time is over or the task is cancelled.
    package func wait(upTo limit: Duration, by time: WorkerTime) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask { await time.sleep(limit) }
            await group.next()
            group.cancelAll()
        }
    }
}

/// The monotonic time of a worker: deadlines and pauses go by it, never by a clock that can be set.
package struct WorkerTime: Sendable {
    /// The time since any fixed moment.
    package let now: @Sendable () -> Duration
    /// Waits, until the task is cancelled at the latest.
    package let sleep: @Sendable (Duration) async -> Void

    /// Takes the time of a clock.
    package init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try? await clock.sleep(for: $0) }
    }
}
