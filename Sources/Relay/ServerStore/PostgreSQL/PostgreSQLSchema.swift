// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A step from one version of the tables to the next.
package struct PostgreSQLMigration: Sendable {
    /// The oldest version of this program that can still work with the tables.
    let compatibleSince: Int
    let change: Change

    package init(compatibleSince: Int, change: Change) {
        self.compatibleSince = compatibleSince
        self.change = change
    }

    package enum Change: Sendable {
        /// Statements in one transaction, which waits for no lock long.
        case transaction(String)
        /// Statements of which each runs by itself, and that can be repeated from the first: `CREATE INDEX CONCURRENTLY`
        /// after dropping what an earlier attempt left.
        case concurrently([String])
    }
}

/// The tables of a server on PostgreSQL, and how they come about.
///
/// The migrations are numbered from 1. Servers of two versions may work on one database: a program takes tables that
/// are newer than it is, as long as they say that they are compatible with it.
package struct PostgreSQLSchema: Sendable {
    /// The table of versions, which the first migration makes.
    private let versions: String
    /// What a migrating server holds, so that another one waits.
    private let lock: Int
    var migrations: [PostgreSQLMigration]

    package init(versions: String, lock: Int, migrations: [PostgreSQLMigration]) {
        self.versions = versions
        self.lock = lock
        self.migrations = migrations
    }

    private var version: Int { migrations.count }

    /// How long a migration waits for the lock of a table before it lets others pass and tries again.
    private static let patience: Duration = .milliseconds(500)
    /// How long a pause between two attempts is, in microseconds.
    private static let pause: UInt32 = 50_000
    /// Ends the connections of servers that run, and waits for that; one that waits for a migration
    /// has another name.
    private static let disconnection = """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user
            AND application_name = '\(PostgreSQLConnection.name)'
        """

    /// Checks that the tables are the server's, and that this program can work with them.
    func check(_ connection: PostgreSQLConnection) throws {
        guard case .ours(let version, let compatible) = try content(connection),
            version >= self.version, compatible <= self.version
        else { throw ServerStoreError.foreign }
    }

    /// Brings the tables to this program's version, or leaves newer ones as they are.
    ///
    /// Servers that do so at once wait for each other. The others go on working meanwhile.
    func migrate(_ connection: PostgreSQLConnection) throws {
        guard try version(connection) < version else { return try check(connection) }
        try connection.run(
            "SET statement_timeout = 0; SET application_name = 'sealedpush-migration'"
        )
        try until(connection.deadline) {
            try connection.query("SELECT pg_try_advisory_lock(\(lock)) AS locked").rows.first?
                .value("locked") ?? false
        }
        // The connection ends with an error, and with it the lock.
        let start = try version(connection)
        for number in start..<max(start, version) { try apply(number, connection) }
        try connection.run("SELECT pg_advisory_unlock(\(lock))")
        try check(connection)
    }

    private func apply(_ number: Int, _ connection: PostgreSQLConnection) throws {
        let migration = migrations[number]
        let mark = """
            UPDATE \(versions) SET version = \(number + 1), compatible = \(migration.compatibleSince)
            """
        // Servers that are too old for the new tables find that out when they connect again; the
        // first tables have none.
        let isRupture = number > 0 && migration.compatibleSince > number
        let end = isRupture ? Self.disconnection : ""
        switch migration.change {
        case .transaction(let statements):
            try until(connection.deadline) {
                do {
                    try connection.run(
                        """
                        BEGIN; SET LOCAL lock_timeout = \(Self.patience / .milliseconds(1)); \(statements); \(mark);
                        COMMIT; \(end)
                        """
                    )
                    return true
                } catch PostgreSQLError.refused(PostgreSQLError.lockTimeout) {
                    try connection.run("ROLLBACK")
                    return false
                }
            }
        case .concurrently(let statements):
            try connection.run("SET lock_timeout = 0")
            for statement in statements + [mark, end] { try connection.run(statement) }
        }
    }

    private func until(
        _ deadline: ContinuousClock.Instant,
        _ attempt: () throws -> Bool
    ) throws {
        while try !attempt() {
            guard ContinuousClock.now < deadline else { throw PostgreSQLError.timedOut }
            usleep(Self.pause)
        }
    }

    // MARK: - What is there

    private enum Content {
        case nothing
        case ours(version: Int, compatible: Int)
    }

    private func version(_ connection: PostgreSQLConnection) throws -> Int {
        switch try content(connection) {
        case .nothing: 0
        case .ours(let version, _): version
        }
    }

    /// What the schema holds in which new tables are made; another program's tables are refused.
    private func content(_ connection: PostgreSQLConnection) throws -> Content {
        let content = try connection.query(
            """
            SELECT to_regclass('\(versions)') IS NOT NULL AS ours, EXISTS (
                SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                WHERE nspname = current_schema()
                    AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
                    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
            ) AS used
            """
        )
        guard let row = content.rows.first else { throw ServerStoreError.damaged }
        guard try row.value("ours") else {
            guard try !row.value("used") else { throw ServerStoreError.foreign }
            return .nothing
        }
        let found = try connection.query("SELECT version, compatible FROM \(versions)")
        guard let row = found.rows.first else { throw ServerStoreError.damaged }
        return .ours(
            version: try row.value("version"),
            compatible: try row.value("compatible")
        )
    }
}
