// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ServerStore

extension SQLiteSchema {
    /// A sidecar's; the id is "SPsc".
    ///
    /// A message's content and a delivery's envelope are erased as soon as they are not needed.
    static let sidecar = SQLiteSchema(
        applicationID: 0x5350_7363,
        version: 5,
        tables: """
            CREATE TABLE owner (one INTEGER PRIMARY KEY CHECK (one = 1), sender BLOB NOT NULL, topic TEXT NOT NULL);
            CREATE TABLE subscription (
                recipient TEXT NOT NULL, position INTEGER NOT NULL, subscription BLOB NOT NULL,
                result TEXT NOT NULL, PRIMARY KEY (recipient, position)
            ) WITHOUT ROWID;
            CREATE TABLE message (
                name TEXT PRIMARY KEY, content BLOB, size INTEGER NOT NULL, ttl INTEGER NOT NULL,
                collapse TEXT, expires INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX message_expires ON message (expires);
            CREATE TABLE delivery (
                message TEXT NOT NULL, position INTEGER NOT NULL, recipient TEXT NOT NULL,
                subscription BLOB NOT NULL, relay TEXT NOT NULL, expires INTEGER NOT NULL, urgent INTEGER NOT NULL,
                result TEXT NOT NULL, envelope BLOB, topic TEXT, posts INTEGER NOT NULL, sealings INTEGER NOT NULL,
                elsewhere INTEGER NOT NULL, failures INTEGER NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (message, position)
            ) WITHOUT ROWID;
            CREATE INDEX delivery_due ON delivery (due, relay) WHERE result = 'waiting';
            CREATE INDEX delivery_waiting ON delivery (recipient, expires) WHERE result = 'waiting';
            CREATE TABLE request_key (
                digest BLOB PRIMARY KEY, content BLOB NOT NULL, message TEXT NOT NULL, at INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX request_key_at ON request_key (at);
            CREATE TABLE event (
                number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL,
                recipient TEXT NOT NULL, message TEXT, position INTEGER
            );
            CREATE INDEX event_at ON event (at);
            CREATE INDEX event_low ON event (recipient, at) WHERE kind = 'prekeys-low';
            CREATE TABLE pins (device BLOB PRIMARY KEY, pins BLOB NOT NULL) WITHOUT ROWID;
            CREATE TABLE used (prekey BLOB PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX used_until ON used (until);
            CREATE TABLE retirement (device BLOB PRIMARY KEY, retirement BLOB NOT NULL) WITHOUT ROWID;
            CREATE TABLE api_key (digest BLOB PRIMARY KEY, name TEXT NOT NULL UNIQUE) WITHOUT ROWID;
            """
    )
}
