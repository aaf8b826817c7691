// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import GRDB

/// A server's database in one file of SQLite.
///
/// Calls that come while a commit is under way share the next one, so many callers together are
/// durable at the price of one sync. Of what is posted 4 MiB wait at most.
package final class SQLiteFile: Sendable {
    private let database: any DatabaseWriter
    /// Free as soon as no caller has the file: the queue of the database may hold the calls for a
    /// moment after the last one has returned, and they have nothing that another process, or the
    /// next one that opens it here, would wait for.
    private let lock: DatabaseLock?
    private let calls: SharedCommit<Call, Void>

    /// A transaction, which keeps what came of it.
    private typealias Call = @Sendable (Database) throws -> Void

    /// What a process may do with a database.
    package enum Role: Hashable, Sendable {
        /// It makes the tables; one process is this.
        case server
        /// It makes the tables; of those that start at once, one after the other does.
        case member
        /// It works on tables that are there, beside others or without them.
        case visitor
    }

    /// Opens a database, or makes a new one, which only its owner can read.
    ///
    /// - Parameters:
    ///   - path: The file; without one the database is in memory, and ends with this.
    ///   - schema: Its tables.
    ///   - role: What this process does with it.
    ///   - busyLimit: How long a commit waits for another process that has locked the file.
    ///   - settings: More settings of the connection that writes, as statements of SQL.
    /// - Throws: ``ServerStoreError``.
    package init(
        _ path: String?,
        _ schema: SQLiteSchema,
        as role: Role,
        busyLimit: Duration,
        settings: String
    ) throws(ServerStoreError) {
        do {
            if let path {
                let lock =
                    role == .visitor ? nil : try DatabaseLock(of: path, waits: role == .member)
                defer { withExtendedLifetime(lock) {} }
                database = try schema.open(
                    path,
                    making: role != .visitor,
                    busyLimit: busyLimit,
                    settings: settings
                )
                self.lock = role == .server ? lock : nil
            } else {
                database = try schema.make()
                lock = nil
            }
        } catch {
            throw ServerStoreError(error)
        }
        calls = SharedCommit { [database] calls in
            database.asyncWriteWithoutTransaction { db in
                calls.run { try Self.commit($0, db) }
            }
        }
    }

    /// Runs a first transaction, while nothing else does.
    package func begin(_ body: (Database) throws -> Void) throws(ServerStoreError) {
        do {
            try database.write { try body($0) }
        } catch {
            throw ServerStoreError(error)
        }
    }

    /// How many calls wait for a commit.
    package var waitingCount: Int { calls.waitingCount }

    /// Runs queries that see one state of the database.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            database.asyncRead { access in
                continuation.resume(returning: Result { try body(access.get()) })
            }
        }
        return try result.mapError(ServerStoreError.init).get()
    }

    /// Runs a transaction in the next commit; it is durable when this returns.
    ///
    /// - Parameters:
    ///   - isUrgent: Whether it goes before others.
    ///   - bytes: How many bytes of what was posted it holds while it waits.
    ///   - body: The transaction.
    /// - Returns: What `body` returns.
    /// - Throws: ``ServerStoreError``; `unavailable` also if too many bytes wait.
    package func write<Value: Sendable>(
        isUrgent: Bool = false,
        holding bytes: Int = 0,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ServerStoreError) -> Value {
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

    private static func commit(
        _ calls: [Call],
        _ db: Database
    ) throws -> [Result<Void, ServerStoreError>] {
        var failure: FailedByOne?
        try db.inTransaction(.immediate) {
            do {
                for call in calls { try call(db) }
                return .commit
            } catch {
                failure = FailedByOne(ServerStoreError(error))
                return .rollback
            }
        }
        if let failure { throw failure }
        return calls.map { _ in .success(()) }
    }

    /// Calls that share a query, and see one state of the database.
    package func sharedReads<Input, Output>(
        _ perform:
            @escaping @Sendable ([Input], Database) throws -> [Result<
                Output, ServerStoreError
            >]
    ) -> SharedCommit<Input, Output> {
        SharedCommit { [database] calls in
            database.asyncRead { access in calls.run { try perform($0, access.get()) } }
        }
    }
}
