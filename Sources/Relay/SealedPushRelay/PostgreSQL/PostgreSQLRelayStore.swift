// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import ServerStore

/// A relay's store in a database of PostgreSQL, for any number of servers and workers.
///
/// A call never waits longer than twice the time limit, whatever became of the server: it is
/// `unavailable` then, and later calls connect again. Posted messages that come while a commit is
/// under way share the next one, and lookups of senders the next query; of posted messages 4 MiB
/// wait at most, and 1,000 other calls.
package final class PostgreSQLRelayStore: Sendable {
    let writer: PostgreSQLPool
    let workers: PostgreSQLPool
    let readers: PostgreSQLPool
    private let limits: RelayLimits
    private let posts: SharedCommit<[Submission], [Acceptance]>
    private let lookups: SharedCommit<[Destination.Request], [Destination?]>
    private let dropLookups: SharedCommit<[Capability.Digest], [[UInt8]?]>

    /// Opens the database, and makes the tables or brings them to this version.
    ///
    /// - Parameters:
    ///   - address: A connection string or URL of libpq; what it lacks is taken from the environment.
    ///   - limits: What senders and devices may use.
    ///   - timeLimit: How long a transaction takes at most.
    ///   - connections: How many connections workers and readers have each, beside the one that accepts.
    ///   - schema: The tables.
    ///   - clock: The time that counts instead of the database's, for tests.
    /// - Returns: The store.
    /// - Throws: ``ServerStoreError``.
    package static func open(
        _ address: String,
        limits: RelayLimits = RelayLimits(),
        timeLimit: Duration = .seconds(5),
        connections: Int = 2,
        schema: PostgreSQLSchema = .relay,
        clock: (@Sendable () -> Timestamp)? = nil
    ) async throws(ServerStoreError) -> PostgreSQLRelayStore {
        let configuration = PostgreSQLConfiguration(
            address: address,
            schema: schema,
            timeLimit: timeLimit,
            clock: clock
        )
        try await configuration.migrate()
        return PostgreSQLRelayStore(configuration, limits, connections: connections)
    }

    private init(
        _ configuration: PostgreSQLConfiguration,
        _ limits: RelayLimits,
        connections: Int
    ) {
        self.limits = limits
        writer = PostgreSQLPool(configuration, count: 1)
        workers = PostgreSQLPool(configuration, count: connections)
        readers = PostgreSQLPool(configuration, count: connections)
        posts = writer.shared(isReading: false) { submissions, connection, now in
            try PostgreSQLTransaction(connection: connection, now: now, limits: limits)
                .accept(submissions)
        }
        lookups = readers.shared(isReading: true) { requests, connection, now in
            try PostgreSQLTransaction(connection: connection, now: now, limits: limits)
                .destinations(of: requests).map { .success($0) }
        }
        dropLookups = readers.shared(isReading: true) { drops, connection, now in
            try PostgreSQLTransaction(connection: connection, now: now, limits: limits)
                .boxes(of: drops).map { .success($0) }
        }
    }

    /// Closes the connections, after the calls that they have; later calls are `unavailable`.
    package func close() async {
        for pool in [writer, workers, readers] { await pool.close() }
    }

    func run<Value: Sendable>(
        on pool: PostgreSQLPool,
        isReading: Bool,
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        try await pool.transact(isReading: isReading) { [limits] connection, now in
            try body(PostgreSQLTransaction(connection: connection, now: now, limits: limits))
        }
    }

    /// How long the oldest open transaction on the database is under way; nil if there is none.
    ///
    /// Rows that were deleted since it began cannot be removed, and each lease passes over them.
    /// Transactions of other users are seen only by a member of `pg_read_all_stats`.
    package func oldestSnapshot() async throws(ServerStoreError) -> Duration? {
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
    ) async throws(ServerStoreError) -> Value {
        try await run(on: readers, isReading: true) { try body($0) }
    }

    package func write<Value: Sendable>(
        _ kind: WriteKind,
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        try await run(on: workers, isReading: false) { try body($0) }
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(ServerStoreError) -> [Acceptance] {
        let bytes = submissions.reduce(0) { $0 + $1.envelope.bytes.count }
        return try await posts(submissions, weight: submissions.count, bytes: bytes)
    }

    package func destinations(
        of requests: [Destination.Request]
    ) async throws(ServerStoreError) -> [Destination?] {
        try await lookups(requests, weight: requests.count)
    }

    package func boxes(
        of drops: [Capability.Digest]
    ) async throws(ServerStoreError) -> [[UInt8]?] {
        try await dropLookups(drops, weight: drops.count)
    }
}
