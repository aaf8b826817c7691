// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import SealedPush
package import SealedPushRelay

/// A relay's store in a database of PostgreSQL, for any number of servers and workers.
///
/// A call never waits longer than twice the time limit, whatever became of the server: it is `unavailable` then, and
/// later calls connect again. Posted messages that come while a commit is under way share the next one, and lookups of
/// senders the next query; of posted messages 4 MiB wait at most, and 1,000 other calls.
package final class PostgreSQLRelayStore: Sendable {
    let writer: PostgreSQLPool
    let workers: PostgreSQLPool
    let readers: PostgreSQLPool
    private let timeLimit: Duration
    private let posts: SharedCommit<[Submission], [Acceptance]>
    private let lookups: SharedCommit<[Destination.Request], [Destination?]>

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
    /// - Returns: The store.
    /// - Throws: ``RelayStoreError``.
    package static func open(
        _ address: String,
        limits: RelayLimits = RelayLimits(),
        timeLimit: Duration = .seconds(5),
        connections: Int = 2,
        clock: (@Sendable () -> Timestamp)? = nil
    ) async throws(RelayStoreError) -> PostgreSQLRelayStore {
        try await open(
            PostgreSQLConfiguration(
                address: address,
                limits: limits,
                timeLimit: timeLimit,
                schema: .current,
                clock: clock
            ),
            connections: connections
        )
    }

    static func open(
        _ configuration: PostgreSQLConfiguration,
        connections: Int
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
        return PostgreSQLRelayStore(configuration, connections: connections)
    }

    private init(_ configuration: PostgreSQLConfiguration, connections: Int) {
        let writer = PostgreSQLPool(configuration, count: 1)
        let readers = PostgreSQLPool(configuration, count: connections)
        (self.writer, self.readers) = (writer, readers)
        workers = PostgreSQLPool(configuration, count: connections)
        timeLimit = configuration.timeLimit
        var limits = SharedCommitLimits()
        limits.time = timeLimit
        posts = SharedCommit(limits) { posts in
            writer.run { slot in
                posts.run { calls in
                    let results = try Self.share(slot, calls) { try $0.accept($1) }
                    return Self.divided(results, among: calls)
                }
            }
        }
        lookups = SharedCommit(limits) { lookups in
            readers.run { slot in
                lookups.run { calls in
                    let found = try Self.share(slot, isReading: true, calls) {
                        try $0.destinations(of: $1)
                    }
                    return Self.divided(found.map { .success($0) }, among: calls)
                }
            }
        }
    }

    /// Runs one transaction for what several calls have.
    private static func share<Input, Output>(
        _ slot: PostgreSQLSlot?,
        isReading: Bool = false,
        _ calls: [[Input]],
        _ body: (PostgreSQLTransaction, [Input]) throws -> Output
    ) throws -> Output {
        guard let slot else { throw PostgreSQLError.lost }
        do {
            return try slot.run(isReading: isReading) { try body($0, calls.flatMap(\.self)) }
        } catch let error as PostgreSQLError {
            guard case .refused = error else { throw error }
            throw FailedByOne(error.meaning)
        } catch RelayStoreError.damaged {
            throw FailedByOne(.damaged)
        }
    }

    /// Gives each call what is its own, or the first failure of it.
    private static func divided<Input, Output>(
        _ results: [Result<Output, RelayStoreError>],
        among calls: [[Input]]
    ) -> [Result<[Output], RelayStoreError>] {
        var left = results[...]
        return calls.map { call in
            defer { left = left.dropFirst(call.count) }
            return Result { () throws(RelayStoreError) in
                var own: [Output] = []
                for result in left.prefix(call.count) { own.append(try result.get()) }
                return own
            }
        }
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

    /// How many calls wait for the next commit of posted messages.
    var waitingCount: Int { posts.waitingCount }
}

extension PostgreSQLRelayStore: RelayStore {
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await run(on: readers, isReading: true) { try body($0) }
    }

    package func write<Value: Sendable>(
        _ kind: WriteKind,
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await run(on: workers, isReading: false) { try body($0) }
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(RelayStoreError) -> [Acceptance] {
        let bytes = submissions.reduce(0) { $0 + $1.envelope.bytes.count }
        return try await posts(submissions, weight: submissions.count, bytes: bytes)
    }

    package func destinations(
        of requests: [Destination.Request]
    ) async throws(RelayStoreError) -> [Destination?] {
        try await lookups(requests, weight: requests.count)
    }
}
