// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that stands still until a test advances it.
public final class ManualClock: Clock, Sendable {
    /// A time since the clock was made.
    public struct Instant: InstantProtocol {
        let offset: Duration

        /// The instant `duration` later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// How much later `other` is.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Whether `left` comes before `right`.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// A clock at the instant zero.
    public init() {}

    /// The instant up to which the clock was advanced.
    public var now: Instant { state.withLock { $0.now } }

    /// The clock is exact.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until the clock is advanced to `deadline`, or the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (ended, watchers) = state.withLock {
                    state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.remove(id) != nil {
                        return (.failure(CancellationError()), [])
                    }
                    if deadline <= state.now { return (.success(()), []) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    defer { state.watchers = [] }
                    return (nil, state.watchers)
                }
                if let ended { continuation.resume(with: ended) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock on, and wakes who slept until then.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until a task sleeps on the clock.
    public func waitForSleeper() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sleepers.isEmpty else { return true }
                state.watchers.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
