// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Keeps a virtual clock from being moved while the extension has a connection open, and lets real
/// time pass on it while a timer of the extension runs.
struct ClockHold {
    /// How often the connections are looked at.
    private static let interval = Duration.milliseconds(50)

    /// What the extension's process does now.
    let look: () -> HostActivity
    /// How long nothing may come, and no connection be open, before the clock is moved.
    let patience: Duration
    /// How much longer connections may hold the clock, in real time.
    private(set) var left: Duration

    /// A hold that lasts `limit` at most, whatever is open.
    init(limit: Duration, patience: Duration, look: @escaping () -> HostActivity) {
        left = limit
        self.patience = patience
        self.look = look
    }

    /// Waits for an event: a patience, and another one after each moment at which a connection was
    /// open, or a timer was running.
    ///
    /// It counts looks and not time, so that a busy machine takes nothing from the patience.
    ///
    /// - Parameters:
    ///   - event: What is waited for.
    ///   - timeLeft: The device's time in which a timer still matters.
    ///   - pass: Lets the device's time pass as real time did while a timer ran.
    /// - Returns: How long it waited, in real time, if a connection made it longer; else nil.
    mutating func wait<Value>(
        for event: Eventual<Value>,
        timeLeft: () -> Duration = { .zero },
        pass: (Duration) -> Void = { _ in }
    ) async -> Duration? {
        let start = ContinuousClock.now
        var isHeld = false
        var quiet = Duration.zero
        while event.soFar == nil, quiet < patience, !Task.isCancelled {
            let look = ContinuousClock.now
            _ = await event.value(within: Self.interval)
            guard event.soFar == nil else { break }
            let activity = self.look()
            let time = ContinuousClock.now - look
            if activity.isEnding {
                quiet = .zero
            } else if left > .zero, activity.isConnected {
                (isHeld, quiet) = (true, .zero)
                left -= time
            } else if !activity.isConnected, let timer = activity.nextTimer, timer <= timeLeft() {
                // Of an open connection, the timers are the network's own.
                quiet = .zero
                // At most one look's: the extension has real time for each step of the clock.
                pass(min(time, Self.interval))
            } else {
                quiet += Self.interval
            }
        }
        let time = ContinuousClock.now - start
        return isHeld && time > patience ? time : nil
    }
}
