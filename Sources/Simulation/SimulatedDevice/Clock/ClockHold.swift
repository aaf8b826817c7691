// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Knows whether extensions are inside a call, so that a virtual clock waits for them to return.
///
/// Time stands still while they work, as far as the device can tell: it sees calls that have not
/// returned, and neither their tasks nor their queues. A call that does not return within the
/// patience of real time counts as one that hangs, and is waited for no more.
final class Settling: Sendable {
    /// A call into an extension.
    struct Call: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State {
        var count = 0
        var open: Set<Call> = []
        var waiting: [Sleeper] = []

        /// Takes calls out; gives those who waited for the last of them.
        mutating func remove(_ calls: Set<Call>) -> [Sleeper] {
            open.subtract(calls)
            guard open.isEmpty else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    /// How long a call is waited for.
    let patience: Duration
    private let delayed: DelayedActions
    private let state = Mutex(State())

    /// Waits for each call as long as the patience, in real time.
    init(patience: Duration) {
        self.patience = patience
        delayed = DelayedActions(delay: patience)
    }

    /// True if no call is open.
    var isQuiet: Bool { state.withLock(\.open.isEmpty) }

    /// A call begins.
    func enter() -> Call {
        state.withLock { state in
            state.count += 1
            let call = Call(number: state.count)
            state.open.insert(call)
            return call
        }
    }

    /// A call has ended.
    func leave(_ call: Call) {
        leave([call])
    }

    private func leave(_ calls: Set<Call>) {
        for sleeper in state.withLock({ $0.remove(calls) }) { sleeper.wake() }
    }

    /// Waits until no call is open; those that are open now, no longer than the patience.
    func wait() async {
        while let (sleeper, calls) = join() {
            let ticket = afterPatience { self.leave(calls) }
            await sleeper.wait()
            ticket.cancel()
        }
    }

    private func join() -> (Sleeper, Set<Call>)? {
        state.withLock { state in
            guard !state.open.isEmpty else { return nil }
            let sleeper = Sleeper()
            state.waiting.append(sleeper)
            return (sleeper, state.open)
        }
    }

    /// Has `action` done when the patience is over, unless the ticket is given up first.
    func afterPatience(_ action: @escaping @Sendable () -> Void) -> DelayedActions.Ticket {
        delayed.add(action)
    }
}

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
