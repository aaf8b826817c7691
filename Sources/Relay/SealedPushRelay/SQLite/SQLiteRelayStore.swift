// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import SealedPush
package import ServerStore

/// A relay's store in one file of SQLite, for one server process.
///
/// A settlement comes before what else waits for the next commit: it makes room.
package final class SQLiteRelayStore: Sendable {
    private let file: SQLiteFile
    private let transaction: @Sendable (Database) -> SQLiteTransaction
    private let lookups: SharedCommit<[Destination.Request], [Destination?]>
    private let dropLookups: SharedCommit<[Capability.Digest], [[UInt8]?]>

    /// How much of the database the writer keeps in memory, in KiB: the parts of the indexes that
    /// each commit changes, and the bodies of what is leased, which are deleted soon.
    private static let cacheSize = 16 << 10
    /// How many pages the log has before it is copied to the database: a page that many commits
    /// change is copied once.
    private static let logLimit = 8_000

    /// Opens the database, or makes a new one.
    ///
    /// - Parameters:
    ///   - path: The file; without one the database is in memory, and ends with the store.
    ///   - role: What this process does with it; the server's has workers.
    ///   - limits: What senders and devices may use.
    ///   - busyLimit: How long a commit waits for another process that has locked the file.
    ///   - clock: The time that counts as the database's.
    /// - Throws: ``ServerStoreError``.
    package init(
        path: String?,
        as role: SQLiteFile.Role = .server,
        limits: RelayLimits = RelayLimits(),
        busyLimit: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp
    ) throws(ServerStoreError) {
        let transaction = { @Sendable (db: Database) in
            SQLiteTransaction(db: db, now: clock(), limits: limits)
        }
        self.transaction = transaction
        file = try SQLiteFile(
            path,
            .relay,
            as: role,
            busyLimit: busyLimit,
            settings: """
                PRAGMA cache_size = -\(Self.cacheSize);
                PRAGMA wal_autocheckpoint = \(Self.logLimit)
                """
        )
        lookups = file.sharedReads { lookups, db in
            let transaction = transaction(db)
            return lookups.map { requests in
                Result { try transaction.destinations(of: requests) }
                    .mapError(ServerStoreError.init)
            }
        }
        dropLookups = file.sharedReads { calls, db in
            let transaction = transaction(db)
            return calls.map { drops in
                Result { try transaction.boxes(of: drops) }.mapError(ServerStoreError.init)
            }
        }
        guard role == .server else { return }
        // Only this process has workers: those that the database names are dead.
        try file.begin { db in
            let transaction = transaction(db)
            for row in try transaction.rows("SELECT id FROM worker") {
                try transaction.leave(WorkerID(try row.value("id")))
            }
        }
    }

    /// How many calls wait for a commit.
    var waitingCount: Int { file.waitingCount }
}

extension SQLiteRelayStore: RelayStore {
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        try await file.read { [transaction] in try body(transaction($0)) }
    }

    package func write<Value: Sendable>(
        _ kind: WriteKind,
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        let transaction = transaction
        return switch kind {
        case .settlement: try await file.write(isUrgent: true) { try body(transaction($0)) }
        case .holding(let bytes):
            try await file.write(holding: bytes) { try body(transaction($0)) }
        }
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(ServerStoreError) -> [Acceptance] {
        let bytes = submissions.reduce(0) { $0 + $1.envelope.bytes.count }
        return try await file.write(holding: bytes) { [transaction] db in
            let transaction = transaction(db)
            return try submissions.map { try transaction.accept($0) }
        }
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
