// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushSender

/// The clocks of a sender: the time of day, and a monotonic one, by which it waits.
package struct RelayTime: Sendable {
    /// The time of day.
    package let now: @Sendable () -> Timestamp
    /// The time since any fixed moment, by a clock that is never set.
    package let steady: @Sendable () -> Duration
    private let pause: @Sendable (_ until: Duration) async -> Void

    /// Takes a monotonic clock, and the time of day.
    package init<C: Clock>(
        _ clock: C,
        now: @escaping @Sendable () -> Timestamp
    ) where C.Duration == Duration {
        let start = clock.now
        self.now = now
        steady = { start.duration(to: clock.now) }
        pause = { try? await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// The system's clocks; the monotonic one counts also while the system sleeps.
    package static var system: RelayTime { RelayTime(ContinuousClock()) { .system } }

    /// Waits; false if the task was cancelled.
    package func sleep(_ duration: Duration) async -> Bool {
        await sleep(until: steady() + duration)
    }

    /// Waits for a moment of the monotonic clock; false if the task was cancelled.
    func sleep(until moment: Duration) async -> Bool {
        await pause(moment)
        return !Task.isCancelled
    }
}

/// The time for which a request is repeated that a relay may serve later.
struct Patience {
    /// The end, by the monotonic clock.
    var end: Duration
    private var failures = 0

    /// The time for which a sender repeats a message.
    static let limit: Duration = .seconds(60)
    /// The longest pause that no relay has asked for.
    private static let longestPause: Duration = .seconds(8)

    init(from now: Duration) { end = now + Self.limit }

    /// The pause before the next attempt: what the relay asks for, and at least one that doubles
    /// from a second; nil if the time is over then.
    mutating func pause(_ asked: Duration?, at now: Duration) -> Duration? {
        let own = min(.seconds(1 << min(failures, 10)), Self.longestPause)
        failures += 1
        let pause = max(asked ?? .zero, own)
        return now + pause < end ? pause : nil
    }
}
