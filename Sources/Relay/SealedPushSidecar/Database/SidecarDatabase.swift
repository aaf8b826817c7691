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
        file = try SQLiteFile(
            path,
            .sidecar,
            as: .member,
            busyLimit: busyLimit,
            // What is erased is overwritten.
            settings: "PRAGMA secure_delete = ON"
        )
    }

    /// Runs a transaction; what it did is durable when this returns.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (SidecarTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        try await file.write { [clock] in try body(SidecarTransaction(db: $0, now: clock())) }
    }

    /// Writes something and takes it back, so that it is known whether the database takes writes.
    package func touch() async throws(ServerStoreError) {
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
