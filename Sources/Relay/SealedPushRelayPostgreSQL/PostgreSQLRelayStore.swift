// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import SealedPush
package import SealedPushRelay
import Synchronization

/// A relay's store in a database of PostgreSQL, for any number of servers and workers.
///
/// A call never waits longer than twice the time limit, whatever became of the server: it is `unavailable` then, and
/// later calls connect again. Posted messages that come while a commit is under way share the next one; of these 4 MiB
/// wait at most.
package final class PostgreSQLRelayStore: Sendable {
    let writer: PostgreSQLPool
    let workers: PostgreSQLPool
    let readers: PostgreSQLPool
    private let timeLimit: Duration
    private let onWork: @Sendable () -> Void
    private let waiting = Mutex(Waiting())

    /// How many bytes of posted messages wait at most.
    package static let byteLimit = 4 << 20
    /// How many messages share a commit, if the calls are small.
    private static let batch = 500
    /// How long tables may take to change before the store is given up.
    private static let migrationLimit: Duration = .seconds(3600)

    /// Opens the database, and makes the tables or brings them to this version.
    ///
    /// - Parameters:
    ///   - address: A connection string or URL of libpq; what it lacks is taken from the environment.
    ///   - limits: What senders and devices may use.
    ///   - timeLimit: How long a transaction takes at most.
    ///   - connections: How many connections workers and readers have each, beside the one that accepts.
    ///   - clock: The time that counts instead of the database's, for tests.
    ///   - onWork: Called after messages were accepted here, so that workers need not wait until they look again.
    /// - Returns: The store.
    /// - Throws: ``RelayStoreError``.
    package static func open(
        _ address: String,
        limits: RelayLimits = RelayLimits(),
        timeLimit: Duration = .seconds(5),
        connections: Int = 2,
        clock: (@Sendable () -> Timestamp)? = nil,
        onWork: @escaping @Sendable () -> Void = {}
    ) async throws(RelayStoreError) -> PostgreSQLRelayStore {
        try await open(
            PostgreSQLConfiguration(
                address: address,
                limits: limits,
                timeLimit: timeLimit,
                schema: .current,
                clock: clock
            ),
            connections: connections,
            onWork: onWork
        )
    }

    static func open(
        _ configuration: PostgreSQLConfiguration,
        connections: Int,
        onWork: @escaping @Sendable () -> Void = {}
    ) async throws(RelayStoreError) -> PostgreSQLRelayStore {
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "sealedpush.relay.migration").async {
                continuation.resume(
                    returning: Result {
                        let limit = ContinuousClock.now + configuration.timeLimit
                        let connection = try configuration.connect(until: limit)
                        connection.deadline = .now + Self.migrationLimit
                        try configuration.schema.migrate(connection)
                    }
                )
            }
        }
        if case .failure(let error) = result { throw RelayStoreError(error) }
        return PostgreSQLRelayStore(configuration, connections: connections, onWork: onWork)
    }

    private init(
        _ configuration: PostgreSQLConfiguration,
        connections: Int,
        onWork: @escaping @Sendable () -> Void
    ) {
        writer = PostgreSQLPool(configuration, count: 1)
        workers = PostgreSQLPool(configuration, count: connections)
        readers = PostgreSQLPool(configuration, count: connections)
        timeLimit = configuration.timeLimit
        self.onWork = onWork
    }

    /// Closes the connections, after the calls that they have; later calls are `unavailable`.
    package func close() async {
        for pool in [writer, workers, readers] { await pool.close() }
    }

    // MARK: - Transactions

    func run<Value: Sendable>(
        on pool: PostgreSQLPool,
        isReading: Bool,
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            pool.run { slot in
                continuation.resume(
                    returning: Result {
                        guard let slot else { throw PostgreSQLError.timedOut }
                        return try slot.run(isReading: isReading, body)
                    }
                )
            }
        }
        do {
            return try result.get()
        } catch {
            throw RelayStoreError(error)
        }
    }

    // MARK: - Posted messages

    /// A call that waits for the next commit.
    private struct Operation: Sendable {
        let submissions: [Submission]
        let bytes: Int
        let deadline: ContinuousClock.Instant
        let finish: @Sendable (Result<[Acceptance], RelayStoreError>) -> Void
    }

    private struct Waiting {
        var operations: [Operation] = []
        var bytes = 0

        /// Adds a call, unless too many bytes wait.
        mutating func add(_ operation: Operation) -> Bool {
            guard bytes + operation.bytes <= PostgreSQLRelayStore.byteLimit else { return false }
            operations.append(operation)
            bytes += operation.bytes
            return true
        }

        /// Takes the calls of the next commit.
        mutating func next() -> ArraySlice<Operation> {
            var count = 0
            var messages = 0
            while count < operations.count, messages < PostgreSQLRelayStore.batch {
                messages += operations[count].submissions.count
                count += 1
            }
            let next = operations.prefix(count)
            operations = Array(operations.dropFirst(count))
            for operation in next { bytes -= operation.bytes }
            return next
        }
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(RelayStoreError) -> [Acceptance] {
        let result = await withCheckedContinuation { continuation in
            let operation = Operation(
                submissions: submissions,
                bytes: submissions.reduce(0) { $0 + $1.envelope.bytes.count },
                deadline: .now + timeLimit
            ) { result in
                continuation.resume(returning: result)
            }
            guard waiting.withLock({ $0.add(operation) }) else {
                return continuation.resume(returning: .failure(.unavailable))
            }
            writer.run { slot in self.commit(slot) }
        }
        return try result.get()
    }

    private func commit(_ slot: PostgreSQLSlot?) {
        let taken = waiting.withLock { $0.next() }
        let late = taken.filter { slot == nil || $0.deadline <= .now }
        for operation in late { operation.finish(.failure(.unavailable)) }
        let operations = taken.dropFirst(late.count)
        guard let slot, !operations.isEmpty else { return }
        do {
            try commit(operations, slot)
        } catch let error as PostgreSQLError where error != .lost && error != .timedOut {
            // Something in one call: it fails alone.
            for operation in operations {
                do {
                    try commit([operation], slot)
                } catch {
                    operation.finish(.failure(RelayStoreError(error)))
                }
            }
        } catch {
            for operation in operations { operation.finish(.failure(RelayStoreError(error))) }
        }
    }

    private func commit(_ operations: ArraySlice<Operation>, _ slot: PostgreSQLSlot) throws {
        var results = try slot.run(isReading: false) { transaction in
            try transaction.accept(operations.flatMap(\.submissions))
        }[...]
        if results.contains(.success(.queued)) { onWork() }
        for operation in operations {
            let own = results.prefix(operation.submissions.count)
            results = results.dropFirst(own.count)
            operation.finish(
                Result { () throws(RelayStoreError) in
                    var acceptances: [Acceptance] = []
                    for result in own { acceptances.append(try result.get()) }
                    return acceptances
                }
            )
        }
    }
}

extension PostgreSQLRelayStore: SQLRelayStore {
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await run(on: readers, isReading: true, body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await run(on: workers, isReading: false, body)
    }

    package func lease(_ request: LeaseRequest) async throws(RelayStoreError) -> [Lease] {
        try await write { try $0.lease(request) }
    }

    package func settle(
        _ attempts: [Attempt],
        by worker: WorkerID
    ) async throws(RelayStoreError) {
        try await write { try $0.settle(attempts, by: worker) }
    }
}
