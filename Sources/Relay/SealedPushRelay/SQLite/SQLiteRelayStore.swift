// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import SealedPush
import Synchronization

/// A relay's store in one file of SQLite, for one server process.
///
/// Calls that come while a commit is under way share the next one, so many callers together are durable at the price
/// of one sync. A settlement comes before what else waits: it makes room. Of what is posted 4 MiB
/// wait at most.
package final class SQLiteRelayStore: Sendable {
    private let pool: DatabasePool
    private let lock: DatabaseLock?
    private let clock: @Sendable () -> Timestamp
    private let limits: RelayLimits
    private let waiting = Mutex(Waiting())

    /// A call that waits for the next commit.
    private struct Operation: Sendable {
        let isSettlement: Bool
        let bytes: Int
        /// Runs the call, and says whether it succeeded.
        let run: @Sendable (SQLiteTransaction) -> Bool
        /// Ends it; `failure` says why it was not committed.
        let finish: @Sendable (_ failure: RelayStoreError?) -> Void
    }

    private struct Waiting {
        var operations: [Operation] = []
        var bytes = 0

        /// Adds a call, unless it holds bytes and too many wait.
        mutating func add(_ operation: Operation) -> Bool {
            guard operation.bytes == 0 || bytes + operation.bytes <= SQLiteRelayStore.byteLimit
            else { return false }
            operations.append(operation)
            bytes += operation.bytes
            return true
        }

        /// Takes the calls of the next commit.
        mutating func next() -> ArraySlice<Operation> {
            let ordered =
                operations.filter(\.isSettlement) + operations.filter { !$0.isSettlement }
            let next = ordered.prefix(SQLiteRelayStore.batch)
            operations = Array(ordered.dropFirst(SQLiteRelayStore.batch))
            for operation in next { bytes -= operation.bytes }
            return next
        }
    }

    /// How many calls share a commit at most.
    private static let batch = 500
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
    var waitingCount: Int { waiting.withLock { $0.operations.count } }

    // MARK: - Transactions

    /// Runs a call in the next commit; it is durable when this returns.
    ///
    /// The task's cancellation is not looked at: it would undo the calls of others with this one.
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
        let result: Result<Value, RelayStoreError> = await withCheckedContinuation { continuation in
            let outcome = Outcome<Value>()
            let operation = Operation(isSettlement: isSettlement, bytes: bytes) { transaction in
                do {
                    outcome.result = .success(try body(transaction))
                    return true
                } catch {
                    outcome.result = .failure(RelayStoreError(error))
                    return false
                }
            } finish: { failure in
                let isLost = (try? outcome.result.get()) != nil
                let lost = isLost ? failure.map(Result<Value, RelayStoreError>.failure) : nil
                continuation.resume(returning: lost ?? outcome.result)
            }
            guard waiting.withLock({ $0.add(operation) }) else {
                return continuation.resume(returning: .failure(.unavailable))
            }
            pool.asyncWriteWithoutTransaction { db in self.commit(db) }
        }
        return try result.get()
    }

    /// What a call has returned; only the writer's queue touches it.
    private final class Outcome<Value>: @unchecked Sendable /* used by one serial queue */ {
        var result: Result<Value, RelayStoreError> = .failure(.unavailable)
    }

    private func commit(_ db: Database) {
        var left = waiting.withLock { $0.next() }
        do {
            let areCommitted = try transact(left, db)
            // If one of them failed, each has a transaction of its own.
            while let operation = left.first {
                if !areCommitted { _ = try transact([operation], db) }
                operation.finish(nil)
                left.removeFirst()
            }
        } catch {
            // The next ones would wait for the database as long again.
            for operation in left { operation.finish(RelayStoreError(error)) }
        }
    }

    /// Runs calls in one transaction.
    ///
    /// - Returns: Whether all of them succeeded, and are durable; else nothing was written.
    /// - Throws: The database's error if it does not begin or commit a transaction.
    private func transact(_ operations: ArraySlice<Operation>, _ db: Database) throws -> Bool {
        guard !operations.isEmpty else { return true }
        var haveSucceeded = false
        try db.inTransaction(.immediate) {
            let transaction = SQLiteTransaction(db: db, now: clock(), limits: limits)
            haveSucceeded = operations.allSatisfy { $0.run(transaction) }
            return haveSucceeded ? .commit : .rollback
        }
        return haveSucceeded
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
