// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SealedPushRelay
import Synchronization

/// A fixed number of connections; calls wait for a free one in their order.
final class PostgreSQLPool: Sendable {
    private let slots: [PostgreSQLSlot]
    private let state: Mutex<State>

    /// How much work waits at most.
    static let jobLimit = 1000

    /// Work for one connection, or word that there is none.
    private typealias Job = @Sendable (PostgreSQLSlot?) -> Void

    private struct State {
        var idle: [PostgreSQLSlot]
        var jobs: [Job] = []
        var isClosed = false
    }

    init(_ configuration: PostgreSQLConfiguration, count: Int) {
        let slots = (0..<count).map { _ in PostgreSQLSlot(configuration) }
        self.slots = slots
        state = Mutex(State(idle: slots))
    }

    /// Runs work on a connection; it gets nil if the pool is closed, or if ``jobLimit`` others
    /// wait.
    ///
    /// It may have waited long: whether it comes too late is the work's own concern.
    func run(_ job: @escaping @Sendable (PostgreSQLSlot?) -> Void) {
        let slot = state.withLock { state -> PostgreSQLSlot?? in
            guard !state.isClosed else { return .some(nil) }
            if let slot = state.idle.popLast() { return slot }
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
        while true {
            let next = state.withLock { state in
                if state.jobs.isEmpty { state.idle.append(slot) }
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
            guard let next else { return }
            next(slot)
        }
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
