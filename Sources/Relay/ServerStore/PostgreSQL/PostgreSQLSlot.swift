// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
package import SealedPushCoding

/// A connection with a thread of its own, made anew when it breaks; only its queue touches it.
final class PostgreSQLSlot: @unchecked Sendable /* used by one serial queue */ {
    private let configuration: PostgreSQLConfiguration
    private var connection: PostgreSQLConnection?
    /// The pause after the last attempt to connect, and when the next one may be made.
    private var backoff: Duration = .zero
    private var next = ContinuousClock.now
    let queue = DispatchQueue(label: "sealedpush.relay.postgresql")

    init(_ configuration: PostgreSQLConfiguration) {
        self.configuration = configuration
    }

    /// The pause after the first failed attempt, and the longest one.
    private static let pauses: (Duration, Duration) = (.milliseconds(50), .seconds(2))

    func close() { connection = nil }

    /// From when on it tries to connect, before which work fails at once; nil if it is connected.
    var nextAttempt: ContinuousClock.Instant? { connection == nil ? next : nil }

    /// Runs a transaction.
    ///
    /// It runs again, a few times, only if it is known to be undone and may succeed.
    ///
    /// - Parameters:
    ///   - isReading: Whether it only reads; all its queries see one state of the database then.
    ///   - body: The transaction.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, ``PostgreSQLError``.
    func run<Value>(
        isReading: Bool,
        _ body: (PostgreSQLConnection, Timestamp) throws -> Value
    ) throws -> Value {
        let deadline = ContinuousClock.now + configuration.timeLimit
        for attempt in 1... {
            let connection = try open(until: deadline)
            do {
                return try once(connection, isReading, body)
            } catch let error as PostgreSQLError where error.isTransient && attempt < Self.attempts
            {
                if error == .refused(state: PostgreSQLError.stalePlan) {
                    try connection.forgetStatements()
                }
                // Those who met once do not meet again.
                usleep(UInt32.random(in: 0...2_000) * UInt32(attempt))
            }
        }
        throw PostgreSQLError.lost
    }

    /// How often a transaction runs at most.
    private static let attempts = 8

    private func once<Value>(
        _ connection: PostgreSQLConnection,
        _ isReading: Bool,
        _ body: (PostgreSQLConnection, Timestamp) throws -> Value
    ) throws -> Value {
        do {
            let begin = isReading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN"
            let start = try connection.run(
                "\(begin); SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now"
            )
            guard let row = start.rows.first else { throw PostgreSQLError.lost }
            let value = try body(connection, configuration.clock?() ?? row.value("now"))
            try connection.run("COMMIT")
            return value
        } catch {
            undo(connection, after: error)
            throw error
        }
    }

    /// Ends a transaction that failed; the connection too, if its state is unknown.
    private func undo(_ connection: PostgreSQLConnection, after error: any Error) {
        let isKnown =
            switch error {
            case PostgreSQLError.lost, PostgreSQLError.timedOut: false
            default: (try? connection.run("ROLLBACK")) != nil
            }
        if !isKnown { self.connection = nil }
    }

    private func open(until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
        if let connection, !connection.isLost {
            connection.deadline = deadline
            return connection
        }
        connection = nil
        guard next <= .now else { throw PostgreSQLError.lost }
        do {
            let connection = try configuration.connect(until: deadline)
            try configuration.schema.check(connection)
            self.connection = connection
            backoff = .zero
            return connection
        } catch {
            backoff = min(max(backoff * 2, Self.pauses.0), Self.pauses.1)
            next = .now + backoff
            throw error
        }
    }
}

/// How a server reaches its database.
package struct PostgreSQLConfiguration: Sendable {
    private let address: String
    let timeLimit: Duration
    let schema: PostgreSQLSchema
    let clock: (@Sendable () -> Timestamp)?

    /// How long tables may take to change before the database is given up.
    private static let migrationLimit: Duration = .seconds(3600)

    /// - Parameters:
    ///   - address: A connection string or URL of libpq; what it lacks is taken from the environment.
    ///   - schema: The tables.
    ///   - timeLimit: How long a transaction takes at most.
    ///   - clock: The time that counts instead of the database's, for tests.
    package init(
        address: String,
        schema: PostgreSQLSchema,
        timeLimit: Duration,
        clock: (@Sendable () -> Timestamp)?
    ) {
        self.address = address
        self.schema = schema
        self.timeLimit = timeLimit
        self.clock = clock
    }

    /// Makes the tables or brings them to this version.
    package func migrate() async throws(ServerStoreError) {
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "sealedpush.relay.migration").async {
                continuation.resume(
                    returning: Result {
                        let connection = try connect(until: .now + timeLimit)
                        connection.deadline = .now + Self.migrationLimit
                        try schema.migrate(connection)
                    }
                )
            }
        }
        try result.mapError(ServerStoreError.init).get()
    }

    /// Makes a connection and sets what holds for it.
    func connect(until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(address, deadline: deadline)
        let limit = timeLimit / .milliseconds(1)
        // The statistics of a queue are always old, and each statement has its index. Without this
        // a plan from when a table was empty would read all of it; compiled plans would take longer
        // than what they do.
        try connection.run(
            """
            SET statement_timeout = \(limit); SET lock_timeout = \(limit);
            SET idle_in_transaction_session_timeout = \(limit); SET synchronous_commit = on;
            SET enable_seqscan = off; SET jit = off; SET client_min_messages = error
            """
        )
        return connection
    }
}

extension PostgreSQLConfiguration: Redacted {}
