// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ServerStore

/// The tables of a relay, in the words of PostgreSQL.
///
/// ``SQLiteSchema/relay`` puts its own types in their place, and takes what is a comment here:
/// `WITHOUT ROWID`.
///
/// The rows of the queue are apart from their bodies, so that leasing never touches these. Which
/// messages a device has is an index of the bodies: on the queue each lease would write it anew. A
/// stock's cursor is apart from its records, so that a claim writes one small row. A drop whose
/// time is over loses its box, and its row counts for the limit of a day.
private let tables = """
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
    );
    CREATE TABLE stock_records (device bigint PRIMARY KEY, ids bytea NOT NULL, records bytea NOT NULL);
    CREATE TABLE claim (
        device bigint NOT NULL, endpoint bigint NOT NULL, at bigint NOT NULL, number bigint NOT NULL,
        prekey bytea, PRIMARY KEY (device, endpoint, at, number)
    ) /* WITHOUT ROWID */;
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
    ) /* WITHOUT ROWID */;
    CREATE INDEX recent_at ON recent (at);
    CREATE TABLE dead_letter (id bigint PRIMARY KEY, reason text NOT NULL, at bigint NOT NULL);
    CREATE INDEX dead_letter_at ON dead_letter (at);
    CREATE TABLE drop_box (
        digest bytea PRIMARY KEY, device bigint NOT NULL, box bytea, at bigint NOT NULL, expires bigint NOT NULL
    );
    CREATE INDEX drop_box_device ON drop_box (device);
    CREATE INDEX drop_box_at ON drop_box (at);
    CREATE INDEX drop_box_expires ON drop_box (expires) WHERE box IS NOT NULL;
    """

extension PostgreSQLSchema {
    /// A relay's.
    package static let relay = PostgreSQLSchema(
        versions: "sealedpush_relay_3",
        // "SPrl".
        lock: 0x5350_726C,
        migrations: [PostgreSQLMigration(compatibleSince: 1, change: .transaction(first))]
    )

    // The list of versions is named for its edition: tables of an earlier one, which was never
    // released, are refused as another program's.
    //
    // A body is within a page. The tables whose rows come and go are vacuumed early.
    private static let first = """
        CREATE TABLE sealedpush_relay_3 (version integer NOT NULL, compatible integer NOT NULL);
        INSERT INTO sealedpush_relay_3 VALUES (0, 0);
        \(tables)
        ALTER TABLE stock SET (fillfactor = 50);
        ALTER TABLE stock_records ALTER records SET STORAGE EXTERNAL, ALTER ids SET STORAGE PLAIN;
        ALTER TABLE body ALTER bytes SET STORAGE PLAIN;
        ALTER TABLE queue SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
        ALTER TABLE body SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
        ALTER TABLE recent SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0)
        """
}

extension SQLiteSchema {
    /// A relay's; the id is "SPrl".
    static let relay = SQLiteSchema(
        applicationID: 0x5350_726C,
        version: 3,
        tables:
            tables
            .replacing(#/\b(bigint|integer|smallint|boolean)\b/#, with: "INTEGER")
            .replacing("bytea", with: "BLOB")
            .replacing("/* WITHOUT ROWID */", with: "WITHOUT ROWID")
    )
}
