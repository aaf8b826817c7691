// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// What is to be done when, earliest first; what was added first where two are due at once.
struct Agenda {
    /// Names an entry.
    struct ID: Hashable, Sendable {
        fileprivate let number: Int
    }

    struct Entry {
        let id: ID
        /// The time since the device was started.
        let time: Duration
        let action: @Sendable () -> Void
    }

    private var entries: [Entry] = []
    private var count = 0

    /// Notes an action and names it; without a time it only gets a name.
    mutating func add(_ action: @escaping @Sendable () -> Void, at time: Duration?) -> ID {
        count += 1
        let id = ID(number: count)
        guard let time else { return id }
        let place = entries.firstIndex { $0.time > time } ?? entries.endIndex
        entries.insert(Entry(id: id, time: time, action: action), at: place)
        return id
    }

    /// When the first is due; nil where there is none.
    var firstTime: Duration? { entries.first?.time }

    /// Takes the first entry out, where it is due by `limit`.
    mutating func takeFirst(through limit: Duration) -> Entry? {
        guard let first = entries.first, first.time <= limit else { return nil }
        return entries.removeFirst()
    }

    /// Takes an entry out, where it still is there.
    mutating func remove(_ id: ID) -> Entry? {
        entries.firstIndex { $0.id == id }.map { entries.remove(at: $0) }
    }
}

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
