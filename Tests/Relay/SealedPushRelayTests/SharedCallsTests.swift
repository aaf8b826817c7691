// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import SealedPushRelay

struct SharedCallsTests {
    @Test func `calls that come while one is under way share the next ones, so many each`()
        async throws
    {
        let store = HeldStore()
        let calls = SharedCalls(limit: 3) { inputs throws(RelayStoreError) in
            try await store.call(inputs)
        }
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await calls(0) }
            await store.hasBegun()
            for input in 1...7 { group.addTask { try await calls(input) } }
            while calls.waitingCount < 7 { try await Task.sleep(for: .milliseconds(1)) }
            store.release()
            return try await group.reduce(0, +)
        }
        #expect(sum == (0...7).reduce(0) { $0 + $1 * 10 })
        #expect(store.calls.map(\.count) == [1, 3, 3, 1])
        #expect(try await calls(8) == 80)
        #expect(calls.waitingCount == 0)
    }

    @Test func `what cannot be read is the failure of its own call alone`() async throws {
        let (store, results) = await outcomes(failing: 2, with: .damaged)
        #expect(results == [.success(10), .failure(.damaged), .success(30)])
        #expect(store.calls.suffix(3).map(\.count) == [1, 1, 1])
    }

    @Test func `a database that is gone is the failure of all, and is asked once`() async throws {
        let (store, results) = await outcomes(failing: 2, with: .unavailable)
        #expect(results == Array(repeating: .failure(.unavailable), count: 3))
        #expect(store.calls.count == 2)
    }

    /// What becomes of the inputs 1, 2 and 3, which share a call.
    private func outcomes(
        failing input: Int,
        with error: RelayStoreError
    ) async -> (HeldStore, [Result<Int, RelayStoreError>]) {
        let store = HeldStore(failing: input, with: error)
        let calls = SharedCalls(limit: 10) { inputs throws(RelayStoreError) in
            try await store.call(inputs)
        }
        func result(of input: Int) async -> Result<Int, RelayStoreError> {
            do {
                return .success(try await calls(input))
            } catch {
                return .failure(error)
            }
        }
        async let first = result(of: 0)
        await store.hasBegun()
        async let one = result(of: 1)
        async let two = result(of: 2)
        async let three = result(of: 3)
        while calls.waitingCount < 3 { try? await Task.sleep(for: .milliseconds(1)) }
        store.release()
        _ = await first
        return (store, [await one, await two, await three])
    }
}

/// A store whose first call waits until it is released; it returns ten times each input.
private final class HeldStore: Sendable {
    private let failing: (input: Int, error: RelayStoreError)?
    private let begun = AsyncStream<Void>.makeStream()
    private let released = AsyncStream<Void>.makeStream()
    private let made = Mutex<[[Int]]>([])

    init() { failing = nil }

    init(failing input: Int, with error: RelayStoreError) { failing = (input, error) }

    /// The inputs of each call.
    var calls: [[Int]] { made.withLock { $0 } }

    func hasBegun() async {
        for await _ in begun.stream { break }
    }

    func release() { released.continuation.finish() }

    func call(_ inputs: [Int]) async throws(RelayStoreError) -> [Int] {
        made.withLock { $0.append(inputs) }
        begun.continuation.finish()
        for await _ in released.stream {}
        if let failing, inputs.contains(failing.input) { throw failing.error }
        return inputs.map { $0 * 10 }
    }
}
