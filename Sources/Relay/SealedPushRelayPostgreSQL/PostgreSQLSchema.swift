// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushRelay

/// A step from one version of the tables to the next.
struct PostgreSQLMigration: Sendable {
    /// The oldest version of this program that can still work with the tables.
    let compatibleSince: Int
    let change: Change

    enum Change: Sendable {
        /// Statements in one transaction, which waits for no lock long.
        case transaction(String)
        /// Statements of which each runs by itself, and that can be repeated from the first: `CREATE INDEX CONCURRENTLY`
        /// after dropping what an earlier attempt left.
        case concurrently([String])
    }
}

/// The tables of a relay on PostgreSQL, and how they come about.
///
/// The migrations are numbered from 1. Servers of two versions may work on one database: a program takes tables that
/// are newer than it is, as long as they say that they are compatible with it.
struct PostgreSQLSchema: Sendable {
    let migrations: [PostgreSQLMigration]

    static let current = PostgreSQLSchema(migrations: [
        PostgreSQLMigration(compatibleSince: 1, change: .transaction(first))
    ])

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
    /// What a migrating server holds, so that another one waits: "SPrl".
    private static let lock = 0x5350_726C

    /// Checks that the tables are the relay's, and that this program can work with them.
    func check(_ connection: PostgreSQLConnection) throws {
        guard case .relay(let version, let compatible) = try content(connection),
            version >= self.version, compatible <= self.version
        else { throw RelayStoreError.foreign }
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
            try connection.query("SELECT pg_try_advisory_lock(\(Self.lock)) AS locked").rows.first?
                .value("locked") ?? false
        }
        // The connection ends with an error, and with it the lock.
        let start = try version(connection)
        for number in start..<max(start, version) { try apply(number, connection) }
        try connection.run("SELECT pg_advisory_unlock(\(Self.lock))")
        try check(connection)
    }

    private func apply(_ number: Int, _ connection: PostgreSQLConnection) throws {
        let migration = migrations[number]
        let mark = """
            UPDATE sealedpush_relay_2 SET version = \(number + 1), compatible = \(migration.compatibleSince)
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
        case relay(version: Int, compatible: Int)
    }

    private func version(_ connection: PostgreSQLConnection) throws -> Int {
        switch try content(connection) {
        case .nothing: 0
        case .relay(let version, _): version
        }
    }

    /// What the schema holds in which new tables are made; another program's tables are refused.
    private func content(_ connection: PostgreSQLConnection) throws -> Content {
        let found = try connection.query(
            """
            SELECT to_regclass('sealedpush_relay_2') IS NOT NULL AS ours, EXISTS (
                SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                WHERE nspname = current_schema()
                    AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
                    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
            ) AS used
            """
        )
        guard let row = found.rows.first else { throw RelayStoreError.damaged }
        guard try row.value("ours") else {
            guard try !row.value("used") else { throw RelayStoreError.foreign }
            return .nothing
        }
        let versions = try connection.query("SELECT version, compatible FROM sealedpush_relay_2")
        guard let row = versions.rows.first else { throw RelayStoreError.damaged }
        return .relay(
            version: try row.value("version"),
            compatible: try row.value("compatible")
        )
    }

    // The list of versions is named for its edition: tables of an earlier one, which was never
    // released, are refused as another program's.
    //
    // The rows of the queue are apart from their bodies, so that leasing never touches these; a
    // body is within a page. Which messages a device has is an index of the bodies: on the queue
    // each lease would write it anew. A stock's cursor is apart from its records, so that a claim
    // writes one small row. The tables whose rows come and go are vacuumed early.
    private static let first = """
        CREATE TABLE sealedpush_relay_2 (version integer NOT NULL, compatible integer NOT NULL);
        INSERT INTO sealedpush_relay_2 VALUES (0, 0);
        CREATE TABLE reserved (next bigint NOT NULL);
        INSERT INTO reserved VALUES (1);
        CREATE TABLE device (
            id bigint PRIMARY KEY, app text NOT NULL, environment text NOT NULL, identity bytea NOT NULL,
            credential bytea NOT NULL, state text NOT NULL, since bigint NOT NULL,
            version bigint, fingerprint bytea, sealed bytea, registered bigint, held bigint,
            next_version bigint, next_fingerprint bytea, next_sealed bytea, next_registered bigint,
            codes bytea NOT NULL
        );
        CREATE UNIQUE INDEX device_fingerprint ON device (fingerprint, identity)
            WHERE fingerprint IS NOT NULL;
        CREATE INDEX device_age ON device (state, since) WHERE state <> 'active';
        CREATE TABLE retirement (device bigint PRIMARY KEY, statement bytea NOT NULL);
        CREATE TABLE invitation (
            digest bytea PRIMARY KEY, app text NOT NULL, environment text NOT NULL, expires bigint NOT NULL
        );
        CREATE INDEX invitation_expires ON invitation (expires);
        CREATE TABLE api_key (name text PRIMARY KEY, digest bytea NOT NULL UNIQUE, scopes text NOT NULL);
        CREATE TABLE published (device bigint PRIMARY KEY, bundle bytea NOT NULL, ids bytea NOT NULL);
        CREATE TABLE stock (
            device bigint PRIMARY KEY, next smallint NOT NULL, count smallint NOT NULL,
            serves_until bigint NOT NULL, epoch bigint NOT NULL
        ) WITH (fillfactor = 50);
        CREATE TABLE stock_records (device bigint PRIMARY KEY, ids bytea NOT NULL, records bytea NOT NULL);
        ALTER TABLE stock_records ALTER records SET STORAGE EXTERNAL, ALTER ids SET STORAGE PLAIN;
        CREATE TABLE claim (
            device bigint NOT NULL, endpoint bigint NOT NULL, at bigint NOT NULL, number bigint NOT NULL,
            prekey bytea, PRIMARY KEY (device, endpoint, at, number)
        );
        CREATE INDEX claim_at ON claim (at);
        CREATE TABLE endpoint (
            id bigint PRIMARY KEY, device bigint NOT NULL, digest bytea NOT NULL UNIQUE, vapid bytea, revoked bigint
        );
        CREATE INDEX endpoint_device ON endpoint (device);
        CREATE INDEX endpoint_revoked ON endpoint (revoked) WHERE revoked IS NOT NULL;
        CREATE TABLE lane (
            id smallint PRIMARY KEY, app text NOT NULL, environment text NOT NULL,
            round integer NOT NULL, failures smallint NOT NULL, cause text, next_probe bigint,
            UNIQUE (app, environment)
        );
        CREATE TABLE worker (id bigint PRIMARY KEY, until bigint NOT NULL);
        CREATE TABLE body (
            id bigint PRIMARY KEY, device bigint NOT NULL, endpoint bigint NOT NULL, bytes bytea NOT NULL
        );
        CREATE INDEX body_device ON body (device, endpoint);
        ALTER TABLE body ALTER bytes SET STORAGE PLAIN;
        CREATE TABLE queue (
            id bigint PRIMARY KEY, push_id bytea NOT NULL, shard smallint NOT NULL, lane smallint NOT NULL,
            urgent boolean NOT NULL, once boolean NOT NULL, device bigint NOT NULL, endpoint bigint NOT NULL,
            collapse text NOT NULL, collapses boolean NOT NULL, body_hash bytea NOT NULL, expires bigint NOT NULL,
            not_before bigint NOT NULL, attempts smallint NOT NULL, lease bigint, superseded boolean NOT NULL
        );
        CREATE INDEX queue_due ON queue (shard, lane, urgent, not_before, id) WHERE lease IS NULL;
        CREATE UNIQUE INDEX queue_waiting ON queue (endpoint, collapse) WHERE collapses AND lease IS NULL;
        CREATE INDEX queue_sibling ON queue (endpoint, collapse) WHERE collapses AND coalesce(lease, -1) <> -1;
        CREATE INDEX queue_lease ON queue (lease) WHERE lease IS NOT NULL;
        CREATE INDEX queue_expires ON queue (expires) WHERE lease IS NULL;
        CREATE INDEX queue_held ON queue (device) WHERE lane = 0;
        CREATE TABLE recent (
            endpoint bigint NOT NULL, body_hash bytea NOT NULL, message bigint NOT NULL, at bigint NOT NULL,
            PRIMARY KEY (endpoint, body_hash)
        );
        CREATE INDEX recent_at ON recent (at);
        CREATE TABLE dead_letter (id bigint PRIMARY KEY, reason text NOT NULL, at bigint NOT NULL);
        CREATE INDEX dead_letter_at ON dead_letter (at);
        ALTER TABLE queue SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
        ALTER TABLE body SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
        ALTER TABLE recent SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0)
        """
}
