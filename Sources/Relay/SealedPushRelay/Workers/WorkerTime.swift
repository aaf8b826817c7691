// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
