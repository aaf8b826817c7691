// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import SealedPush
package import SealedPushRelay
import Synchronization

/// A relay's store in a database of PostgreSQL, for any number of servers and workers.
///
/// A call never waits longer than twice the time limit, whatever became of the server: it is `unavailable` then, and
/// later calls connect again. Posted messages that come while a commit is under way share the next one; of these 4 MiB
/// wait at most, and 1,000 other calls.
package final class PostgreSQLRelayStore: Sendable {
    let writer: PostgreSQLPool
    let workers: PostgreSQLPool
    let readers: PostgreSQLPool
    private let timeLimit: Duration
    private let onWork: @Sendable () -> Void
    private let waiting = Mutex(PostedCalls())

    /// How long tables may take to change before the store is given up.
    private static let migrationLimit: Duration = .seconds(3600)

    /// Opens the database, and makes the tables or brings them to this version.
    ///
    /// - Parameters:
    ///   - address: A connection string or URL of libpq; what it lacks is taken from the environment.
    ///   - limits: What senders and devices may use.
    ///   - timeLimit: How long a transaction takes at most.
    ///   - connections: How many connections workers and readers have each, beside the one that accepts.
    ///   - clock: The time that counts instead of the database's, for tests.
    ///   - onWork: Called after messages were accepted here, so that workers need not wait until they look again.
    /// - Returns: The store.
    /// - Throws: ``RelayStoreError``.
    package static func open(
        _ address: String,
        limits: RelayLimits = RelayLimits(),
        timeLimit: Duration = .seconds(5),
        connections: Int = 2,
        clock: (@Sendable () -> Timestamp)? = nil,
        onWork: @escaping @Sendable () -> Void = {}
    ) async throws(RelayStoreError) -> PostgreSQLRelayStore {
        try await open(
            PostgreSQLConfiguration(
                address: address,
                limits: limits,
                timeLimit: timeLimit,
                schema: .current,
                clock: clock
            ),
            connections: connections,
            onWork: onWork
        )
    }

    static func open(
        _ configuration: PostgreSQLConfiguration,
        connections: Int,
        onWork: @escaping @Sendable () -> Void = {}
    ) async throws(RelayStoreError) -> PostgreSQLRelayStore {
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "sealedpush.relay.migration").async {
                continuation.resume(
                    returning: Result {
                        let limit = ContinuousClock.now + configuration.timeLimit
                        let connection = try configuration.connect(until: limit)
                        connection.deadline = .now + Self.migrationLimit
                        try configuration.schema.migrate(connection)
                    }
                )
            }
        }
        if case .failure(let error) = result { throw RelayStoreError(error) }
        return PostgreSQLRelayStore(configuration, connections: connections, onWork: onWork)
    }

    private init(
        _ configuration: PostgreSQLConfiguration,
        connections: Int,
        onWork: @escaping @Sendable () -> Void
    ) {
        writer = PostgreSQLPool(configuration, count: 1)
        workers = PostgreSQLPool(configuration, count: connections)
        readers = PostgreSQLPool(configuration, count: connections)
        timeLimit = configuration.timeLimit
        self.onWork = onWork
    }

    /// Closes the connections, after the calls that they have; later calls are `unavailable`.
    package func close() async {
        for pool in [writer, workers, readers] { await pool.close() }
    }

    // MARK: - Transactions

    func run<Value: Sendable>(
        on pool: PostgreSQLPool,
        isReading: Bool,
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        let deadline = ContinuousClock.now + timeLimit
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            pool.run { slot in
                continuation.resume(
                    returning: Result {
                        guard let slot, .now < deadline else { throw PostgreSQLError.timedOut }
                        return try slot.run(isReading: isReading, body)
                    }
                )
            }
        }
        do {
            return try result.get()
        } catch {
            throw RelayStoreError(error)
        }
    }

    /// How long the oldest open transaction on the database is under way; nil if there is none.
    ///
    /// Rows that were deleted since it began cannot be removed, and each lease passes over them.
    /// Transactions of other
    /// users are seen only by a member of `pg_read_all_stats`.
    package func oldestSnapshot() async throws(RelayStoreError) -> Duration? {
        try await read { transaction in
            let age: Int64? = try transaction.row(
                """
                SELECT (extract(epoch FROM max(clock_timestamp() - xact_start)) * 1000)::bigint AS age
                FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND backend_type <> 'autovacuum worker'
                    AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
                """
            )?.value("age")
            return age.map { .milliseconds($0) }
        }
    }

    // MARK: - Posted messages

    /// How many calls wait for the next commit.
    var waitingCount: Int { waiting.withLock { $0.calls.count } }

    package func accept(
        _ submissions: [Submission]
    ) async throws(RelayStoreError) -> [Acceptance] {
        let result = await withCheckedContinuation { continuation in
            let call = PostedCall(submissions: submissions, deadline: .now + timeLimit) { result in
                continuation.resume(returning: result)
            }
            switch waiting.withLock({ $0.add(call) }) {
            case .refused: call.finish(.failure(.unavailable))
            case .waits: break
            case .needsCommit: writer.run { self.commit($0) }
            }
        }
        return try result.get()
    }

    /// Commits what waits; a part of it if that is much, and the rest next.
    private func commit(_ slot: PostgreSQLSlot?) {
        let next = waiting.withLock { $0.next(at: .now) }
        if next.isMore { writer.run { self.commit($0) } }
        for call in next.late { call.finish(.failure(.unavailable)) }
        guard !next.calls.isEmpty else { return }
        do {
            try commit(next.calls, slot)
        } catch PostgreSQLError.refused where next.calls.count > 1 {
            // Something in one call: it fails alone.
            for call in next.calls {
                do {
                    guard .now < call.deadline else { throw PostgreSQLError.timedOut }
                    try commit([call], slot)
                } catch {
                    call.finish(.failure(RelayStoreError(error)))
                }
            }
        } catch {
            for call in next.calls { call.finish(.failure(RelayStoreError(error))) }
        }
    }

    private func commit(_ calls: [PostedCall], _ slot: PostgreSQLSlot?) throws {
        guard let slot else { throw PostgreSQLError.lost }
        var results = try slot.run(isReading: false) { transaction in
            try transaction.accept(calls.flatMap(\.submissions))
        }[...]
        if results.contains(.success(.queued)) { onWork() }
        for call in calls {
            let own = results.prefix(call.submissions.count)
            results = results.dropFirst(own.count)
            call.finish(
                Result { () throws(RelayStoreError) in
                    var acceptances: [Acceptance] = []
                    for result in own { acceptances.append(try result.get()) }
                    return acceptances
                }
            )
        }
    }
}

extension PostgreSQLRelayStore: SQLRelayStore {
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await run(on: readers, isReading: true, body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await run(on: workers, isReading: false, body)
    }

    package func lease(_ request: LeaseRequest) async throws(RelayStoreError) -> [Lease] {
        try await write { try $0.lease(request) }
    }

    package func settle(
        _ attempts: [Attempt],
        by worker: WorkerID
    ) async throws(RelayStoreError) {
        try await write { try $0.settle(attempts, by: worker) }
    }
}
