// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Does things after one and the same delay of real time, unless they are cancelled before.
///
/// All share one thread, which exists while any action waits. (Timers of Dispatch leave
/// some 80 bytes behind for each handler on Linux: too much for one on every push.)
final class DelayedActions: Sendable {
    private struct Entry {
        let number: Int
        let deadline: ContinuousClock.Instant
        let action: @Sendable () -> Void
    }

    private struct State {
        /// As the delay is one for all, those that come later are due later.
        var line: [Entry] = []
        var count = 0
        var hasThread = false
    }

    private let delay: Duration
    private let state = Mutex(State())

    init(delay: Duration) {
        self.delay = delay
    }

    /// Has an action done when the delay is over.
    func add(_ action: @escaping @Sendable () -> Void) -> Ticket {
        let (number, needsThread) = state.withLock { state in
            state.count += 1
            let deadline = ContinuousClock.now.advanced(by: delay)
            state.line.append(Entry(number: state.count, deadline: deadline, action: action))
            defer { state.hasThread = true }
            return (state.count, !state.hasThread)
        }
        if needsThread { Thread.detachNewThread { self.work() } }
        return Ticket(number: number, actions: self)
    }

    private func work() {
        while let (time, action) = next() {
            if let action {
                action()
            } else {
                // An action that is added meanwhile is due later.
                Thread.sleep(forTimeInterval: time / .seconds(1))
            }
        }
    }

    /// The first in line: what is to be done, where it is due, else the time until it is.
    private func next() -> (time: Duration, action: (@Sendable () -> Void)?)? {
        state.withLock { state in
            guard let first = state.line.first else {
                state.hasThread = false
                return nil
            }
            let time = ContinuousClock.now.duration(to: first.deadline)
            return time > .zero ? (time, nil) : (.zero, state.line.removeFirst().action)
        }
    }

    private func remove(_ number: Int) {
        state.withLock { state in state.line.removeAll { $0.number == number } }
    }
}

extension DelayedActions {
    /// An action that waits in line; it leaves it with its ticket.
    final class Ticket: Sendable {
        private let number: Int
        private let actions: DelayedActions

        fileprivate init(number: Int, actions: DelayedActions) {
            self.number = number
            self.actions = actions
        }

        deinit {
            cancel()
        }

        /// Has nothing done, if it was not done yet.
        func cancel() {
            actions.remove(number)
        }
    }
}
