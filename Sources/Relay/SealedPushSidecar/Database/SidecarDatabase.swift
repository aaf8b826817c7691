// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import SealedPush
import SealedPushRelay
package import ServerStore

/// What a sealing sidecar keeps, in one file of SQLite of its own.
///
/// Several sidecars of one machine may open it at once: then they are one sender, with one memory.
/// It holds what is sent until the relay has taken it, so a reader of the file can read that.
package final class SidecarDatabase: Sendable {
    private let file: SQLiteFile
    private let path: String
    /// The time of day.
    package let clock: @Sendable () -> Timestamp

    /// Opens the database, or makes a new one, which only its owner can read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - busyLimit: How long a commit waits for another process.
    ///   - clock: The time of day.
    /// - Throws: ``ServerStoreError``; `foreign` for a file of another program, such as a relay's.
    package init(
        path: String,
        busyLimit: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp
    ) throws(ServerStoreError) {
        self.clock = clock
        self.path = path
        file = try SQLiteFile(
            path,
            .sidecar,
            as: .member,
            busyLimit: busyLimit,
            // What is erased is overwritten.
            settings: "PRAGMA secure_delete = ON"
        )
    }

    /// Joins the sidecars that run on the database, until the lock is let go.
    ///
    /// If none does, links that a killed one had in memory are gone: their pairings end.
    func join() async throws(ServerStoreError) -> DatabaseLock {
        let lock = try DatabaseLock(joining: path)
        if lock.isAlone { try await endAllWaiting() }
        lock.share()
        return lock
    }

    /// Runs a transaction; what it did is durable when this returns.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (SidecarTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        try await file.write { [clock] in try body(SidecarTransaction(db: $0, now: clock())) }
    }

    /// Writes something and takes it back, so that it is known whether the database takes writes.
    func touch() async throws(ServerStoreError) {
        try await write { transaction in
            // The pages are written although the row is gone; what nothing changes would not be.
            let digest = Capability().digest.bytes
            try transaction.change(
                "INSERT INTO api_key (digest, name) VALUES (?, hex(randomblob(16)))",
                digest
            )
            try transaction.change("DELETE FROM api_key WHERE digest = ?", digest)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (SidecarTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        try await file.read { [clock] in try body(SidecarTransaction(db: $0, now: clock())) }
    }
}

/// The statements of one transaction.
struct SidecarTransaction: SQLiteStatements {
    let db: Database
    let now: Timestamp

    /// The one column `value` of the first row of a query.
    func value<Value: SQLStorable>(_ sql: String, _ values: any SQLStorable...) throws -> Value? {
        try rows(sql, values: values).first?.value("value")
    }
}

extension SQLiteSchema {
    /// A sidecar's; the id is "SPsc".
    ///
    /// A message's content and a delivery's envelope are erased as soon as they are not needed.
    static let sidecar = SQLiteSchema(
        applicationID: 0x5350_7363,
        version: 7,
        tables: """
            CREATE TABLE owner (one INTEGER PRIMARY KEY CHECK (one = 1), sender BLOB NOT NULL, topic TEXT NOT NULL);
            CREATE TABLE device (
                recipient TEXT NOT NULL, position INTEGER NOT NULL, destination BLOB NOT NULL,
                identity BLOB NOT NULL, result TEXT NOT NULL, name TEXT, answer BLOB, pending INTEGER NOT NULL, replaced BLOB,
                PRIMARY KEY (recipient, position)
            ) WITHOUT ROWID;
            CREATE INDEX device_identity ON device (identity);
            CREATE TABLE endpoint_key (one INTEGER PRIMARY KEY CHECK (one = 1), key BLOB NOT NULL);
            CREATE TABLE pairing (
                recipient TEXT PRIMARY KEY, id BLOB NOT NULL, state TEXT NOT NULL, until INTEGER NOT NULL, reason TEXT,
                name TEXT, number INTEGER, destination BLOB
            ) WITHOUT ROWID;
            CREATE INDEX pairing_until ON pairing (until);
            CREATE TABLE message (
                name TEXT PRIMARY KEY, content BLOB, size INTEGER NOT NULL, ttl INTEGER NOT NULL,
                collapse TEXT, statements BLOB NOT NULL, expires INTEGER NOT NULL, pairing BLOB
            ) WITHOUT ROWID;
            CREATE INDEX message_pairing ON message (pairing) WHERE pairing IS NOT NULL;
            CREATE INDEX message_expires ON message (expires);
            CREATE TABLE delivery (
                message TEXT NOT NULL, position INTEGER NOT NULL, recipient TEXT NOT NULL,
                destination BLOB NOT NULL, relay TEXT NOT NULL, expires INTEGER NOT NULL, urgent INTEGER NOT NULL,
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
