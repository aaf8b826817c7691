// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import SealedPush

/// A relay's store in one file of SQLite, for one server process.
///
/// Calls that come while a commit is under way share the next one, so many callers together are durable at the price
/// of one sync. A settlement comes before what else waits: it makes room. Of what is posted 4 MiB
/// wait at most.
package final class SQLiteRelayStore: Sendable {
    private let pool: DatabasePool
    private let writer: SQLiteWriter
    /// Free as soon as no caller has the store: the queue of the database has the writer alone.
    private let lock: DatabaseLock?
    private let clock: @Sendable () -> Timestamp
    private let limits: RelayLimits

    /// How much of the database the writer keeps in memory, in KiB: the parts of the indexes that
    /// each commit changes, and the bodies of what is leased, which are deleted soon.
    private static let cacheSize = 16 << 10
    /// How many pages the log has before it is copied to the database: a page that many commits
    /// change is copied once.
    private static let logLimit = 8_000
    /// How many bytes of messages, bundles and stocks wait at most.
    package static let byteLimit = 4 << 20

    /// What a process may do with the database.
    package enum Role: Hashable, Sendable {
        /// It makes the tables, and has workers; one process is this.
        case server
        /// It works on tables that are there, for an operator, beside a server or without one.
        case visitor
    }

    /// Opens the database, or makes a new one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - role: What this process does with it.
    ///   - limits: What senders and devices may use.
    ///   - busyLimit: How long a commit waits for another process that has locked the file.
    ///   - clock: The time that counts as the database's.
    /// - Throws: ``RelayStoreError``.
    package init(
        path: String,
        as role: Role = .server,
        limits: RelayLimits = RelayLimits(),
        busyLimit: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp
    ) throws(RelayStoreError) {
        self.limits = limits
        self.clock = clock
        lock = role == .server ? try DatabaseLock(of: path) : nil
        do {
            pool = try SQLiteSchema.relay.open(
                path,
                making: role == .server,
                busyLimit: busyLimit,
                settings: """
                    PRAGMA cache_size = -\(Self.cacheSize);
                    PRAGMA wal_autocheckpoint = \(Self.logLimit)
                    """
            )
            writer = SQLiteWriter(pool, limits: limits, clock: clock)
            guard role == .server else { return }
            // Only this process has workers: those that the database names are dead.
            try pool.write { db in
                let transaction = SQLiteTransaction(db: db, now: clock(), limits: limits)
                for row in try transaction.rows("SELECT id FROM worker") {
                    try transaction.leave(WorkerID(try row.value("id")))
                }
            }
        } catch {
            throw RelayStoreError(error)
        }
    }

    /// How many calls wait for a commit.
    var waitingCount: Int { writer.waitingCount }

    // MARK: - Transactions

    /// Runs a call in the next commit; it is durable when this returns.
    ///
    /// - Parameters:
    ///   - isSettlement: Whether it goes before other calls.
    ///   - bytes: How many bytes of what was posted it holds while it waits.
    ///   - body: The call.
    /// - Returns: What `body` returns.
    /// - Throws: ``RelayStoreError``; `unavailable` also if ``byteLimit`` does not allow it to wait.
    func write<Value: Sendable>(
        isSettlement: Bool,
        bytes: Int,
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        // The lock holds as long as a call may write.
        defer { withExtendedLifetime(self) {} }
        return try await writer.write(isSettlement: isSettlement, bytes: bytes, body)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            pool.asyncRead { [clock, limits] access in
                let result = Result {
                    try body(SQLiteTransaction(db: access.get(), now: clock(), limits: limits))
                }
                continuation.resume(returning: result)
            }
        }
        do {
            return try result.get()
        } catch {
            throw RelayStoreError(error)
        }
    }
}

extension RelayStoreError {
    /// Says what an error of the database means.
    package init(_ error: any Error) {
        switch error {
        case let error as RelayStoreError: self = error
        case let error as DatabaseError
        where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            self = .damaged
        case let error as DatabaseError
        where error.resultCode == .SQLITE_FULL
            || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self = .diskFull
        default: self = .unavailable
        }
    }
}
