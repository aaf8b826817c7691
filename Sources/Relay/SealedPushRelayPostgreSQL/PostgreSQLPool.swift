// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SealedPushRelay
import Synchronization

/// A fixed number of connections; calls wait for a free one in their order.
///
/// A connection that could not be made is not tried again at once. Calls go to others meanwhile,
/// and fail only if there are none.
final class PostgreSQLPool: Sendable {
    private let slots: [PostgreSQLSlot]
    private let state: Mutex<State>

    /// How much work waits at most.
    static let jobLimit = 1000

    /// Work for one connection, or word that there is none.
    private typealias Job = @Sendable (PostgreSQLSlot?) -> Void

    /// A connection without work.
    private struct Idle {
        let slot: PostgreSQLSlot
        /// From when on it may be made; nil if it is there.
        let next: ContinuousClock.Instant?
    }

    private struct State {
        var idle: [Idle]
        var jobs: [Job] = []
        /// How many connections have work.
        var working = 0
        var isClosed = false

        /// Takes a connection for new work, the best one: it is there, or may be made now.
        mutating func take() -> PostgreSQLSlot? {
            let index =
                idle.lastIndex { $0.next == nil }
                ?? idle.lastIndex { $0.next.map { $0 <= .now } ?? true }
            // One that has work takes it up next.
            guard let index = index ?? (working == 0 ? idle.indices.last : nil) else { return nil }
            working += 1
            return idle.remove(at: index).slot
        }

        /// The next work of a connection that has ended its last; nil if there is none for it.
        mutating func next(for slot: PostgreSQLSlot) -> Job? {
            let next = slot.nextAttempt
            let isReady = next.map { $0 <= .now } ?? true
            guard !jobs.isEmpty, isReady || working == 1 else {
                working -= 1
                idle.append(Idle(slot: slot, next: next))
                return nil
            }
            return jobs.removeFirst()
        }
    }

    init(_ configuration: PostgreSQLConfiguration, count: Int) {
        let slots = (0..<count).map { _ in PostgreSQLSlot(configuration) }
        self.slots = slots
        state = Mutex(State(idle: slots.map { Idle(slot: $0, next: .now) }))
    }

    /// Runs work on a connection; it gets nil if the pool is closed, or if ``jobLimit`` others
    /// wait.
    ///
    /// It may have waited long: whether it comes too late is the work's own concern.
    func run(_ job: @escaping @Sendable (PostgreSQLSlot?) -> Void) {
        let slot = state.withLock { state -> PostgreSQLSlot?? in
            guard !state.isClosed else { return .some(nil) }
            if let slot = state.take() { return slot }
            guard state.jobs.count < Self.jobLimit else { return .some(nil) }
            state.jobs.append(job)
            return nil
        }
        guard let slot else { return }
        guard let slot else { return job(nil) }
        slot.queue.async { self.work(slot, job) }
    }

    private func work(_ slot: PostgreSQLSlot, _ first: Job) {
        first(slot)
        while let next = state.withLock({ $0.next(for: slot) }) { next(slot) }
    }

    /// Closes the connections, after the calls that they have.
    func close() async {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in waiting { job(nil) }
        for slot in slots {
            await withCheckedContinuation { continuation in
                slot.queue.async {
                    slot.close()
                    continuation.resume()
                }
            }
        }
    }
}
