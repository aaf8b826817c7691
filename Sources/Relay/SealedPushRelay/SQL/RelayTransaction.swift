// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import ServerStore

/// What can be asked of a relay's database in one transaction.
///
/// A transaction decides nothing: it reads values, lets them decide, and writes them back. Its
/// statements are those that SQLite and PostgreSQL both know, with `?` for each value; the few of
/// which each database has its own are requirements. `RelayModel`, in the tests, says what each
/// does, and a store is held against it.
///
/// Where other transactions run at the same time, they lock rows in one order, so that none waits
/// for another in a circle: the worker's row, then devices, endpoints, messages and lanes, several
/// of a kind by their numbers. A device that takes a token locks the others of the token behind its
/// own, so a circle of two such is broken by the database, and repeated.
package protocol RelayTransaction: SQLStatements {
    /// The database's time.
    var now: Timestamp { get }
    /// What senders and devices may use.
    var limits: RelayLimits { get }
    /// Whether other transactions run at the same time, so that rows have to be locked.
    static var locks: Bool { get }
    /// How many shards the outbox has: a power of two.
    static var shards: Int16 { get }

    /// Whether a message is one of those that a query finds, as a condition on the queue.
    ///
    /// PostgreSQL must not see a join in it: with statistics from when the queue was small it would
    /// read the whole index of messages for a few of them.
    static func isAmong(_ query: String) -> String

    /// Deletes messages and their bodies.
    ///
    /// - Parameters:
    ///   - condition: Which messages.
    ///   - values: The values in the condition.
    /// - Returns: How many.
    /// - Throws: What the database throws.
    func delete(_ condition: String, values: [any SQLStorable]) throws -> Int

    /// Gives messages to a worker that no sweep has given up; nothing to any other.
    func lease(_ request: LeaseRequest) throws -> [Lease]

    /// Writes down what became of leased messages, one after the other; of each message once, as a
    /// worker that the sweep has given up leases nothing again.
    func settle(_ attempts: [Attempt], by worker: WorkerID) throws
}

extension RelayTransaction {
    /// Counts rows between two times, given first, both of them left out.
    ///
    /// The times stand where no index is looked up for them: a planner that does not know them
    /// expects few rows, and reads an index of times from end to end for each endpoint.
    package static var count: String { "count(*) FILTER (WHERE at > ? AND at < ?)" }

    /// Whether a message is of a device: the condition's value.
    ///
    /// The index is of the bodies. One of the queue would be written anew with each lease.
    static var isOfDevice: String { isAmong("SELECT id FROM body WHERE device = ?") }

    /// Whether a worker holds a message, as the index of messages that collapse has it.
    ///
    /// As `lease IS NOT NULL` it would also be what the index of leases has, and PostgreSQL might
    /// read all leased messages. No worker's number is negative.
    ///
    /// - Parameter table: What the queue is called in the statement, with a dot.
    /// - Returns: A condition.
    package static func isLeased(in table: String = "") -> String {
        "coalesce(\(table)lease, -1) <> -1"
    }

    /// Deletes messages and their bodies, and returns how many.
    @discardableResult
    package func delete(_ condition: String, _ values: any SQLStorable...) throws -> Int {
        try delete(condition, values: values)
    }

    // MARK: Locks

    /// The end of a query that locks what it finds, in one of its tables if it has several; nothing
    /// where no other transaction runs.
    package func locking(_ lock: SQLLock?, of table: String? = nil) -> String {
        guard Self.locks, let lock else { return "" }
        return " FOR \(lock.rawValue)" + (table.map { " OF \($0)" } ?? "")
    }

    /// Locks rows in the order of their numbers before statements that change them.
    package func lock(_ table: String, where condition: String, _ values: any SQLStorable...)
        throws
    {
        guard Self.locks else { return }
        _ = try rows(
            "SELECT id FROM \(table) WHERE \(condition) ORDER BY id FOR NO KEY UPDATE",
            values: values
        )
    }

    /// Lets other transactions that take the same token wait until the end of this one: neither
    /// would see the other's device.
    package func lock(_ token: TokenFingerprint) throws {
        guard Self.locks else { return }
        let number = Int64(bitPattern: token.bytes.span.bigEndian(UInt64.self, at: 0))
        _ = try rows("SELECT 1 AS locked FROM pg_advisory_xact_lock(?)", number)
    }
}

/// What others may do with a locked row.
package enum SQLLock: String {
    /// Read it.
    case change = "NO KEY UPDATE"
    /// Read and lock it, but not change it.
    case read = "SHARE"
    /// Anything but delete it.
    case existence = "KEY SHARE"
    /// Read it; a row that is locked already is passed over.
    case skipping = "NO KEY UPDATE SKIP LOCKED"
}
