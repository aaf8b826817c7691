// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import ServerStore

/// Where a relay keeps its devices, endpoints and messages: a database, in transactions.
///
/// ``RelayTransaction`` has what can be asked in one. What a write did is durable when it returns;
/// after an error it is unknown whether it was written, and each may be made again. The time is the
/// database's own, so that several servers agree.
package protocol RelayStore: Sendable {
    /// Runs queries that see one state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value

    /// Runs a transaction.
    ///
    /// - Parameters:
    ///   - kind: What a store has to know of it beforehand.
    ///   - body: Reads and writes rows, and does nothing else: it runs again if it is known that
    ///     nothing was written.
    /// - Returns: What `body` returns.
    /// - Throws: ``ServerStoreError``.
    func write<Value: Sendable>(
        _ kind: WriteKind,
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value

    /// Takes messages, one after the other.
    ///
    /// They are values and no transaction, so that those of many callers are one: PostgreSQL takes
    /// them in one statement.
    func accept(_ submissions: [Submission]) async throws(ServerStoreError) -> [Acceptance]

    /// What requests of senders find, one for each, all at one moment; nil where there is no such
    /// endpoint. Those of many callers are one query.
    func destinations(
        of requests: [Destination.Request]
    ) async throws(ServerStoreError) -> [Destination?]

    /// The boxes of drops, one for each, all at one moment; nil where none is kept. Those of many
    /// callers are one query.
    func boxes(
        of drops: [Capability.Digest]
    ) async throws(ServerStoreError) -> [[UInt8]?]
}

/// What a store has to know of a transaction before it runs.
package enum WriteKind: Hashable, Sendable {
    /// Leased messages are settled, which makes room: it goes before others where they share a
    /// commit.
    case settlement
    /// Any other, which holds this many bytes of what was posted while it waits. A store may bound
    /// their sum.
    case holding(bytes: Int)
}

extension RelayStore {
    /// Runs a transaction.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        try await write(.holding(bytes: 0), body)
    }

    /// The database's time.
    package func now() async throws(ServerStoreError) -> Timestamp { try await read { $0.now } }

    /// Does what is due once a minute, in several transactions; any server calls it.
    ///
    /// It returns the messages of dead workers to the queue, moves messages whose device has become
    /// usable or is to be probed, and takes expired ones out of the workers' way for
    /// ``QueuedMessage/expiredWait``.
    ///
    /// - Parameters:
    ///   - lapsed: The database's time, if it has been right for as long as a lease holds
    ///     (``LapseSweep``). A worker whose heartbeat has ended by then is dead. If it is nil, none
    ///     is.
    ///   - expired: A moment that has passed for certain (``ExpirySweep``). What expired before it
    ///     is deleted: messages, the terms of devices, what is remembered for a time; a device that
    ///     was doubtful for a day by then is probed. If it is nil, nothing is.
    /// - Throws: ``ServerStoreError``.
    package func sweep(
        lapsedBefore lapsed: Timestamp?,
        expiredBefore expired: Timestamp?
    ) async throws(ServerStoreError) {
        var isDamaged = false
        for step in SweepStep.allCases {
            do {
                while !Task.isCancelled,
                    try await write({
                        try $0.sweep(step, lapsedBefore: lapsed, expiredBefore: expired)
                    })
                {}
            } catch .damaged {
                isDamaged = true
            }
        }
        if isDamaged { throw .damaged }
    }
}
