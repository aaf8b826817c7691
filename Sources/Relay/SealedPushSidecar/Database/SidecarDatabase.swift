// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import SealedPush
package import SealedPushRelay

/// What a sealing sidecar keeps, in one file of SQLite of its own.
///
/// Several sidecars of one machine may open it at once: then they are one sender, with one memory.
/// It holds what is sent until the relay has taken it, so a reader of the file can read that.
package final class SidecarDatabase: Sendable {
    private let pool: DatabasePool
    /// The time of day.
    package let clock: @Sendable () -> Timestamp

    /// Opens the database, or makes a new one, which only its owner can read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - busyLimit: How long a commit waits for another process.
    ///   - clock: The time of day.
    /// - Throws: ``RelayStoreError``; `foreign` for a file of another program, such as a relay's.
    package init(
        path: String,
        busyLimit: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp
    ) throws(RelayStoreError) {
        self.clock = clock
        do {
            // Sidecars that start at once open it one after the other.
            let lock = try DatabaseLock(of: path, waits: true)
            defer { withExtendedLifetime(lock) {} }
            pool = try SQLiteSchema.sidecar.open(
                path,
                busyLimit: busyLimit,
                // What is erased is overwritten.
                settings: "PRAGMA secure_delete = ON"
            )
        } catch {
            throw RelayStoreError(error)
        }
    }

    /// Runs a transaction; what it did is durable when this returns.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (SidecarTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        do {
            return try await pool.write { [clock] db in
                try body(SidecarTransaction(db: db, now: clock()))
            }
        } catch {
            throw RelayStoreError(error)
        }
    }

    /// Writes something and takes it back, so that it is known whether the database takes writes.
    package func touch() async throws(RelayStoreError) {
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
    ) async throws(RelayStoreError) -> Value {
        do {
            return try await pool.read { [clock] db in
                try body(SidecarTransaction(db: db, now: clock()))
            }
        } catch {
            throw RelayStoreError(error)
        }
    }
}

/// The statements of one transaction.
struct SidecarTransaction {
    let db: Database
    let now: Timestamp

    /// Runs a statement and returns how many rows it changed.
    @discardableResult
    func change(_ sql: String, _ values: any SQLStorable...) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(stored: values))
        return db.changesCount
    }

    func rows(_ sql: String, _ values: any SQLStorable...) throws -> [SQLRow] {
        try SQLRow.all(of: db.cachedStatement(sql: sql), StatementArguments(stored: values))
    }

    /// The one column `value` of the first row of a query.
    func value<Value: SQLStorable>(_ sql: String, _ values: any SQLStorable...) throws -> Value? {
        let rows = try SQLRow.all(
            of: db.cachedStatement(sql: sql),
            StatementArguments(stored: values)
        )
        return try rows.first?.value("value")
    }
}
