// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import SealedPushCoding
import Synchronization

/// A fixed number of connections; calls wait for a free one in their order.
///
/// A connection that could not be made is not tried again at once. Calls go to others meanwhile,
/// and fail only if there are none.
package final class PostgreSQLPool: Sendable {
    private let slots: [PostgreSQLSlot]
    private let timeLimit: Duration
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

    package init(_ configuration: PostgreSQLConfiguration, count: Int) {
        timeLimit = configuration.timeLimit
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

    /// Runs a transaction on a connection, in the time limit from now on.
    ///
    /// - Parameters:
    ///   - isReading: Whether it only reads; all its queries see one state of the database then.
    ///   - body: The transaction, at a time of the database. It runs again if it is known that
    ///     nothing was written.
    /// - Returns: What `body` returns.
    /// - Throws: ``ServerStoreError``.
    package func transact<Value: Sendable>(
        isReading: Bool,
        _ body: @escaping @Sendable (PostgreSQLConnection, Timestamp) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        let deadline = ContinuousClock.now + timeLimit
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            run { slot in
                continuation.resume(
                    returning: Result {
                        guard let slot, .now < deadline else { throw PostgreSQLError.timedOut }
                        return try slot.run(isReading: isReading, body)
                    }
                )
            }
        }
        return try result.mapError(ServerStoreError.init).get()
    }

    /// Calls that share a transaction: those that come while one is under way are the next one.
    ///
    /// - Parameters:
    ///   - isReading: Whether it only reads.
    ///   - body: What the transaction does for all, in their order, and what comes of each part.
    /// - Returns: The calls, each of which is a list of parts.
    package func shared<Input, Output>(
        isReading: Bool,
        _ body:
            @escaping @Sendable ([Input], PostgreSQLConnection, Timestamp) throws -> [Result<
                Output, ServerStoreError
            >]
    ) -> SharedCommit<[Input], [Output]> {
        var limits = SharedCommitLimits()
        (limits.time, limits.count) = (timeLimit, isReading ? Self.jobLimit : nil)
        return SharedCommit(limits) { [self] shared in
            run { slot in
                guard let slot else {
                    // Not at once: it has the next one begun, which would nest.
                    return DispatchQueue.global().async {
                        shared.run { _ in throw PostgreSQLError.lost }
                    }
                }
                shared.run { calls in
                    do {
                        let results = try slot.run(isReading: isReading) { connection, now in
                            try body(calls.flatMap(\.self), connection, now)
                        }
                        return Self.divided(results, among: calls)
                    } catch let error as PostgreSQLError {
                        guard case .refused = error else { throw error }
                        throw FailedByOne(error.meaning)
                    } catch ServerStoreError.damaged {
                        throw FailedByOne(.damaged)
                    }
                }
            }
        }
    }

    /// Gives each call what is its own, or the first failure of it.
    private static func divided<Input, Output>(
        _ results: [Result<Output, ServerStoreError>],
        among calls: [[Input]]
    ) -> [Result<[Output], ServerStoreError>] {
        var left = results[...]
        return calls.map { call in
            defer { left = left.dropFirst(call.count) }
            return Result { () throws(ServerStoreError) in
                var own: [Output] = []
                for result in left.prefix(call.count) { own.append(try result.get()) }
                return own
            }
        }
    }

    /// Closes the connections, after the calls that they have.
    package func close() async {
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
