// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import SealedPush

/// A relay's store in one file of SQLite, for one server process.
///
/// Calls that come while a commit is under way share the next one, so many callers together are
/// durable at the price of one sync. A settlement comes before what else waits: it makes room. Of
/// what is posted 4 MiB wait at most.
package final class SQLiteRelayStore: Sendable {
    private let database: any DatabaseWriter
    /// Free as soon as no caller has the store: the queue of the database may hold the calls for a
    /// moment after the last one has returned, and they have nothing that another process, or the
    /// next store of this one, would wait for.
    private let lock: DatabaseLock?
    private let transaction: @Sendable (Database) -> SQLiteTransaction
    private let calls: SharedCommit<Call, Void>
    private let lookups: SharedCommit<[Destination.Request], [Destination?]>

    /// A transaction, which keeps what came of it.
    private typealias Call = @Sendable (SQLiteTransaction) throws -> Void

    /// How much of the database the writer keeps in memory, in KiB: the parts of the indexes that
    /// each commit changes, and the bodies of what is leased, which are deleted soon.
    private static let cacheSize = 16 << 10
    /// How many pages the log has before it is copied to the database: a page that many commits
    /// change is copied once.
    private static let logLimit = 8_000

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
    ///   - path: The file; without one the database is in memory, and ends with the store.
    ///   - role: What this process does with it.
    ///   - limits: What senders and devices may use.
    ///   - busyLimit: How long a commit waits for another process that has locked the file.
    ///   - clock: The time that counts as the database's.
    /// - Throws: ``RelayStoreError``.
    package init(
        path: String?,
        as role: Role = .server,
        limits: RelayLimits = RelayLimits(),
        busyLimit: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp
    ) throws(RelayStoreError) {
        let transaction = { @Sendable (db: Database) in
            SQLiteTransaction(db: db, now: clock(), limits: limits)
        }
        self.transaction = transaction
        lock = try path.flatMap { path throws(RelayStoreError) in
            role == .server ? try DatabaseLock(of: path) : nil
        }
        do {
            let database: any DatabaseWriter =
                if let path {
                    try SQLiteSchema.relay.open(
                        path,
                        making: role == .server,
                        busyLimit: busyLimit,
                        settings: """
                            PRAGMA cache_size = -\(Self.cacheSize);
                            PRAGMA wal_autocheckpoint = \(Self.logLimit)
                            """
                    )
                } else {
                    try SQLiteSchema.relay.make()
                }
            self.database = database
            calls = SharedCommit { calls in
                database.asyncWriteWithoutTransaction { db in
                    calls.run { try Self.commit($0, db, transaction) }
                }
            }
            lookups = SharedCommit { lookups in
                database.asyncRead { access in
                    lookups.run { try Self.look($0, access, transaction) }
                }
            }
            guard role == .server else { return }
            // Only this process has workers: those that the database names are dead.
            try database.write { db in
                let transaction = transaction(db)
                for row in try transaction.rows("SELECT id FROM worker") {
                    try transaction.leave(WorkerID(try row.value("id")))
                }
            }
        } catch {
            throw RelayStoreError(error)
        }
    }

    /// How many calls wait for a commit.
    var waitingCount: Int { calls.waitingCount }

    private static func commit(
        _ calls: [Call],
        _ db: Database,
        _ transaction: (Database) -> SQLiteTransaction
    ) throws -> [Result<Void, RelayStoreError>] {
        var failure: FailedByOne?
        try db.inTransaction(.immediate) {
            do {
                let transaction = transaction(db)
                for call in calls { try call(transaction) }
                return .commit
            } catch {
                failure = FailedByOne(RelayStoreError(error))
                return .rollback
            }
        }
        if let failure { throw failure }
        return calls.map { _ in .success(()) }
    }

    private static func look(
        _ lookups: [[Destination.Request]],
        _ access: Result<Database, any Error>,
        _ transaction: (Database) -> SQLiteTransaction
    ) throws -> [Result<[Destination?], RelayStoreError>] {
        let transaction = transaction(try access.get())
        return lookups.map { requests in
            Result { try transaction.destinations(of: requests) }.mapError(RelayStoreError.init)
        }
    }
}

extension SQLiteRelayStore: RelayStore {
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            database.asyncRead { [transaction] access in
                continuation.resume(returning: Result { try body(transaction(access.get())) })
            }
        }
        return try result.mapError(RelayStoreError.init).get()
    }

    package func write<Value: Sendable>(
        _ kind: WriteKind,
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        switch kind {
        case .settlement: try await commit(isUrgent: true) { try body($0) }
        case .holding(let bytes): try await commit(holding: bytes) { try body($0) }
        }
    }

    private func commit<Value: Sendable>(
        isUrgent: Bool = false,
        holding bytes: Int = 0,
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        // The lock holds as long as a call may write.
        defer { withExtendedLifetime(self) {} }
        let outcome = Outcome<Value>()
        try await calls({ outcome.value = try body($0) }, bytes: bytes, isUrgent: isUrgent)
        guard let value = outcome.value else { throw .unavailable }
        return value
    }

    /// What a call has returned; it is read after the commit.
    private final class Outcome<Value>: @unchecked Sendable /* used by one serial queue */ {
        var value: Value?
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(RelayStoreError) -> [Acceptance] {
        let bytes = submissions.reduce(0) { $0 + $1.envelope.bytes.count }
        return try await commit(holding: bytes) { transaction in
            try submissions.map { try transaction.accept($0) }
        }
    }

    package func destinations(
        of requests: [Destination.Request]
    ) async throws(RelayStoreError) -> [Destination?] {
        try await lookups(requests, weight: requests.count)
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
