// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ServerStore

extension SQLiteSchema {
    /// A relay's; the id is "SPrl".
    ///
    /// The rows of the queue are apart from their bodies, so that leasing never touches these. A
    /// stock's cursor is apart from its records, so that a claim writes one small row.
    static let relay = SQLiteSchema(
        applicationID: 0x5350_726C,
        version: 2,
        tables: """
            CREATE TABLE reserved (next INTEGER NOT NULL);
            INSERT INTO reserved VALUES (1);
            CREATE TABLE device (
                id INTEGER PRIMARY KEY, app TEXT NOT NULL, environment TEXT NOT NULL, identity BLOB NOT NULL,
                credential BLOB NOT NULL, state TEXT NOT NULL, since INTEGER NOT NULL,
                version INTEGER, fingerprint BLOB, sealed BLOB, registered INTEGER, held INTEGER,
                next_version INTEGER, next_fingerprint BLOB, next_sealed BLOB, next_registered INTEGER,
                codes BLOB NOT NULL
            );
            CREATE UNIQUE INDEX device_fingerprint ON device (fingerprint, identity)
                WHERE fingerprint IS NOT NULL;
            CREATE INDEX device_age ON device (state, since) WHERE state <> 'active';
            CREATE TABLE retirement (device INTEGER PRIMARY KEY, statement BLOB NOT NULL);
            CREATE TABLE invitation (
                digest BLOB PRIMARY KEY, app TEXT NOT NULL, environment TEXT NOT NULL, expires INTEGER NOT NULL
            );
            CREATE INDEX invitation_expires ON invitation (expires);
            CREATE TABLE api_key (name TEXT PRIMARY KEY, digest BLOB NOT NULL UNIQUE, scopes TEXT NOT NULL);
            CREATE TABLE published (device INTEGER PRIMARY KEY, bundle BLOB NOT NULL, ids BLOB NOT NULL);
            CREATE TABLE stock (
                device INTEGER PRIMARY KEY, next INTEGER NOT NULL, count INTEGER NOT NULL,
                serves_until INTEGER NOT NULL, epoch INTEGER NOT NULL
            );
            CREATE TABLE stock_records (device INTEGER PRIMARY KEY, ids BLOB NOT NULL, records BLOB NOT NULL);
            CREATE TABLE claim (
                device INTEGER NOT NULL, endpoint INTEGER NOT NULL, at INTEGER NOT NULL, number INTEGER NOT NULL,
                prekey BLOB, PRIMARY KEY (device, endpoint, at, number)
            ) WITHOUT ROWID;
            CREATE INDEX claim_at ON claim (at);
            CREATE TABLE endpoint (
                id INTEGER PRIMARY KEY, device INTEGER NOT NULL, digest BLOB NOT NULL UNIQUE, vapid BLOB,
                revoked INTEGER
            );
            CREATE INDEX endpoint_device ON endpoint (device);
            CREATE INDEX endpoint_revoked ON endpoint (revoked) WHERE revoked IS NOT NULL;
            CREATE TABLE lane (
                id INTEGER PRIMARY KEY, app TEXT NOT NULL, environment TEXT NOT NULL,
                round INTEGER NOT NULL, failures INTEGER NOT NULL, cause TEXT, next_probe INTEGER,
                UNIQUE (app, environment)
            );
            CREATE TABLE worker (id INTEGER PRIMARY KEY, until INTEGER NOT NULL);
            CREATE TABLE body (
                id INTEGER PRIMARY KEY, device INTEGER NOT NULL, endpoint INTEGER NOT NULL, bytes BLOB NOT NULL
            );
            CREATE INDEX body_device ON body (device, endpoint);
            CREATE TABLE queue (
                id INTEGER PRIMARY KEY, push_id BLOB NOT NULL, shard INTEGER NOT NULL, lane INTEGER NOT NULL,
                urgent INTEGER NOT NULL, once INTEGER NOT NULL, device INTEGER NOT NULL, endpoint INTEGER NOT NULL,
                collapse TEXT NOT NULL, collapses INTEGER NOT NULL, body_hash BLOB NOT NULL, expires INTEGER NOT NULL,
                not_before INTEGER NOT NULL, attempts INTEGER NOT NULL, lease INTEGER, superseded INTEGER NOT NULL
            );
            CREATE INDEX queue_due ON queue (shard, lane, urgent, not_before, id) WHERE lease IS NULL;
            CREATE UNIQUE INDEX queue_waiting ON queue (endpoint, collapse) WHERE collapses AND lease IS NULL;
            CREATE INDEX queue_sibling ON queue (endpoint, collapse) WHERE collapses AND coalesce(lease, -1) <> -1;
            CREATE INDEX queue_lease ON queue (lease) WHERE lease IS NOT NULL;
            CREATE INDEX queue_expires ON queue (expires) WHERE lease IS NULL;
            CREATE INDEX queue_held ON queue (device) WHERE lane = 0;
            CREATE TABLE recent (
                endpoint INTEGER NOT NULL, body_hash BLOB NOT NULL, message INTEGER NOT NULL, at INTEGER NOT NULL,
                PRIMARY KEY (endpoint, body_hash)
            ) WITHOUT ROWID;
            CREATE INDEX recent_at ON recent (at);
            CREATE TABLE dead_letter (id INTEGER PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL);
            CREATE INDEX dead_letter_at ON dead_letter (at);
            """
    )
}
