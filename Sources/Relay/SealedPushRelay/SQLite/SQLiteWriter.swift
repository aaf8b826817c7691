// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import SealedPush
import Synchronization

/// What writes into a relay's database of SQLite, with the calls that wait for it.
///
/// The database's queue may hold it for a moment after the last call has returned. So it has
/// nothing that another process, or the next store of this one, would wait for.
final class SQLiteWriter: Sendable {
    private let pool: DatabasePool
    private let limits: RelayLimits
    private let clock: @Sendable () -> Timestamp
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
            let next = ordered.prefix(SQLiteWriter.batch)
            operations = Array(ordered.dropFirst(SQLiteWriter.batch))
            for operation in next { bytes -= operation.bytes }
            return next
        }
    }

    /// How many calls share a commit at most.
    private static let batch = 500

    init(
        _ pool: DatabasePool,
        limits: RelayLimits,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.pool = pool
        self.limits = limits
        self.clock = clock
    }

    /// How many calls wait for a commit.
    var waitingCount: Int { waiting.withLock { $0.operations.count } }

    /// Runs a call in the next commit; it is durable when this returns.
    ///
    /// The task's cancellation is not looked at: it would undo the calls of others with this one.
    ///
    /// - Parameters:
    ///   - isSettlement: Whether it goes before other calls.
    ///   - bytes: How many bytes of what was posted it holds while it waits.
    ///   - body: The call.
    /// - Returns: What `body` returns.
    /// - Throws: ``RelayStoreError``; `unavailable` also if ``SQLiteRelayStore/byteLimit`` does not
    ///   allow it to wait.
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
}
