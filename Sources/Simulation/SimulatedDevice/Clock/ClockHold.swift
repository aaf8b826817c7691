// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Keeps a virtual clock from being moved while the extension has a connection open.
struct ClockHold {
    /// How often the connections are looked at.
    private static let interval = Duration.milliseconds(50)

    /// Whether there is an open connection.
    let isConnected: () -> Bool
    /// How long nothing may come, and no connection be open, before the clock is moved.
    let patience: Duration
    /// How much longer connections may hold the clock, in real time.
    private(set) var left: Duration

    /// A hold that lasts `limit` at most, whatever is open; with a limit of zero it looks at none.
    init(limit: Duration, patience: Duration, isConnected: @escaping () -> Bool) {
        left = limit
        self.patience = patience
        self.isConnected = isConnected
    }

    /// Waits for an event: a patience, and another one after each moment at which a connection was
    /// open.
    ///
    /// It counts looks and not time, so that a busy machine takes nothing from the patience.
    ///
    /// - Returns: How long it waited, in real time, if a connection made it longer; else nil.
    mutating func wait<Value>(for event: Eventual<Value>) async -> Duration? {
        guard left > .zero else {
            _ = await event.value(within: patience)
            return nil
        }
        let start = ContinuousClock.now
        var isHeld = false
        var quiet = Duration.zero
        while event.soFar == nil, quiet < patience, !Task.isCancelled {
            let look = ContinuousClock.now
            _ = await event.value(within: Self.interval)
            if event.soFar == nil, left > .zero, isConnected() {
                (isHeld, quiet) = (true, .zero)
                left -= ContinuousClock.now - look
            } else {
                quiet += Self.interval
            }
        }
        let time = ContinuousClock.now - start
        return isHeld && time > patience ? time : nil
    }
}
