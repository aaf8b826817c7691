// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay
package import ServerStore
import Synchronization

/// A clock that a test sets.
package final class SharedTime: Sendable {
    private let time = Mutex(SampleDevice.now)

    package init() {}

    package var now: Timestamp {
        get { time.withLock(\.self) }
        set { time.withLock { $0 = newValue } }
    }
}

/// A store in memory, with a time that a test sets, that fails as it is told: for tests of what
/// uses a store.
package final class FaultyStore: Sendable {
    private struct State {
        var failures = 0
        var successes = 0
        var lost: Answer?
        var readCount = 0
        var boxQueries: [Int] = []
        var underWay = 0
    }

    private let store: SQLiteRelayStore
    private let clock = SharedTime()
    private let state = Mutex(State())

    /// An empty store.
    package init(limits: RelayLimits = RelayLimits()) throws {
        store = try SQLiteRelayStore(path: nil, limits: limits) { [clock] in clock.now }
    }

    /// Its time.
    package var time: Timestamp { clock.now }

    /// Lets time pass.
    package func advance(by duration: Duration) { clock.now = clock.now.advanced(by: duration) }

    /// Whether a call has not been answered yet.
    package var isBusy: Bool { state.withLock { $0.underWay > 0 } }

    /// How often it was read.
    package var readCount: Int { state.withLock(\.readCount) }

    /// Of how many drops each query for boxes asked.
    package var boxQueries: [Int] { state.withLock(\.boxQueries) }

    // MARK: - Faults

    /// Lets this many of the next calls fail, with ``ServerStoreError/unavailable``, after some that
    /// do not.
    package func fail(_ count: Int, after successes: Int = 0) {
        state.withLock { ($0.failures, $0.successes) = (count, successes) }
    }

    /// What can get lost after the work is done.
    package enum Answer: Hashable, Sendable {
        case lease
        case settlement

        /// A number that grows with the work.
        fileprivate func amount(in transaction: any RelayTransaction) throws -> Int {
            switch self {
            case .lease: try transaction.number("SELECT count(lease) AS number FROM queue")
            case .settlement: try transaction.number("SELECT total_changes() AS number")
            }
        }
    }

    /// Lets the next call of a kind, of those that change something, do its work and fail after it.
    package func loseAnswer(of kind: Answer) { state.withLock { $0.lost = kind } }

    /// Damages the row of a device, so that nothing can be noted about it.
    package func damage(_ device: DeviceID) async throws {
        try await store.write {
            try $0.run(
                "UPDATE device SET state = 'doubtful', codes = x'01' WHERE id = ?",
                device
            )
        }
    }

    /// Makes a call, unless it is to fail.
    private func call<Value>(
        _ body: () async throws(ServerStoreError) -> Value
    ) async throws(ServerStoreError) -> Value {
        let fails = state.withLock { state in
            guard state.failures == 0 || state.successes > 0 else {
                state.failures -= 1
                return true
            }
            state.successes = max(0, state.successes - 1)
            state.underWay += 1
            return false
        }
        guard !fails else { throw .unavailable }
        defer { state.withLock { $0.underWay -= 1 } }
        return try await body()
    }

    // MARK: - Contents

    /// What it holds of what can be read.
    package struct Contents: Sendable {
        package let devices: [DeviceID: RelayDevice]
        package let queue: [OutboxID: QueuedMessage]
        package let workers: [WorkerID: Timestamp]
        package let lanes: [LaneID: Lane]
        package let deadLetters: [DeadLetter]

        fileprivate init(_ transaction: any RelayTransaction) throws {
            func rows<Key: SQLStorable & Hashable, Value>(
                _ table: String,
                _ read: (SQLRow) throws -> Value
            ) throws -> [Key: Value] {
                var values: [Key: Value] = [:]
                for row in try transaction.rows("SELECT * FROM \(table)") {
                    values[try row.value("id")] = try? read(row)
                }
                return values
            }
            devices = try rows("device") { try RelayDevice($0) }
            queue = try rows("queue") { try QueuedMessage($0) }
            workers = try rows("worker") { try $0.value("until") }
            lanes = try rows("lane") { try Lane($0) }
            deadLetters = try transaction.deadLetters(after: nil, limit: .max)
        }
    }

    package var contents: Contents {
        get async throws { try await store.read { try Contents($0) } }
    }
}

extension FaultyStore: RelayStore {
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        state.withLock { $0.readCount += 1 }
        return try await call { () throws(ServerStoreError) in try await store.read(body) }
    }

    package func write<Value: Sendable>(
        _ kind: WriteKind,
        _ body: @escaping @Sendable (any RelayTransaction) throws -> Value
    ) async throws(ServerStoreError) -> Value {
        let lost = state.withLock { $0.lost }.flatMap { lost in
            lost == .lease || kind == .settlement ? lost : nil
        }
        return try await call { () throws(ServerStoreError) in
            guard let lost else { return try await store.write(kind, body) }
            let (value, isLost) = try await store.write(kind) { transaction in
                let before = try lost.amount(in: transaction)
                let value = try body(transaction)
                return (value, try lost.amount(in: transaction) > before)
            }
            guard isLost else { return value }
            state.withLock { $0.lost = nil }
            throw .unavailable
        }
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(ServerStoreError) -> [Acceptance] {
        try await call { () throws(ServerStoreError) in try await store.accept(submissions) }
    }

    package func destinations(
        of requests: [Destination.Request]
    ) async throws(ServerStoreError) -> [Destination?] {
        try await call { () throws(ServerStoreError) in
            try await store.destinations(of: requests)
        }
    }

    package func boxes(
        of drops: [Capability.Digest]
    ) async throws(ServerStoreError) -> [[UInt8]?] {
        state.withLock { $0.boxQueries.append(drops.count) }
        return try await call { () throws(ServerStoreError) in try await store.boxes(of: drops) }
    }
}
