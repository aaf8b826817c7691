// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ServerStore
import Synchronization
import TestSupport
import Testing

struct SharedCommitTests {
    @Test func `calls that come while one is under way share the next ones, so many each`()
        async throws
    {
        let database = HeldDatabase(batch: 3)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await database.calls(0) }
            await database.hasBegun()
            for input in 1...7 { group.addTask { try await database.calls(input) } }
            await database.release(after: 7)
            return try await group.reduce(0, +)
        }
        #expect(sum == (0...7).reduce(0) { $0 + $1 * 10 })
        #expect(database.made.map(\.count) == [1, 3, 3, 1])
        #expect(try await database.calls(8) == 80)
        #expect(database.calls.waitingCount == 0)
        // Each commit was asked for once.
        #expect(database.asked == 5)
    }

    @Test func `a call of much weight leaves its commit to few others`() async throws {
        let database = HeldDatabase(batch: 3)
        async let first = database.calls(0)
        await database.hasBegun()
        async let heavy = database.calls(1, weight: 5)
        await database.waits(for: 1)
        async let light = database.calls(2)
        await database.release(after: 2)
        #expect(try await [first, heavy, light] == [0, 10, 20])
        #expect(database.made == [[0], [1], [2]])
    }

    @Test func `an urgent call goes before what waits, and behind urgent ones`() async throws {
        let database = HeldDatabase(batch: 1)
        async let first = database.calls(0)
        await database.hasBegun()
        async let one = database.calls(1)
        await database.waits(for: 1)
        async let two = database.calls(2, isUrgent: true)
        await database.waits(for: 2)
        async let three = database.calls(3, isUrgent: true)
        await database.waits(for: 3)
        async let four = database.calls(4)
        await database.release(after: 4)
        _ = try await [first, one, two, three, four]
        #expect(database.made == [[0], [2], [3], [1], [4]])
    }

    @Test(.rules("C-69")) func `what one call breaks is its own failure alone`() async throws {
        let (database, results) = await outcomes(failing: 2, with: FailedByOne(.damaged))
        #expect(results == [.success(10), .failure(.damaged), .success(30)])
        #expect(database.made.suffix(3).map(\.count) == [1, 1, 1])
    }

    @Test func `a database that is gone is the failure of all, and is asked once`() async throws {
        let (database, results) = await outcomes(failing: 2, with: ServerStoreError.unavailable)
        #expect(results == Array(repeating: .failure(.unavailable), count: 3))
        #expect(database.made.count == 2)
    }

    @Test func `a database that goes while calls are made singly is not asked again`() async throws
    {
        let database = HeldDatabase(batch: 10) { inputs in
            if inputs.count > 1 { throw FailedByOne(.damaged) }
            if inputs == [2] { throw ServerStoreError.diskFull }
        }
        let results = await database.results(of: [1, 2, 3])
        #expect(results == [.success(10), .failure(.diskFull), .failure(.diskFull)])
        #expect(database.made == [[0], [1, 2, 3], [1], [2]])
    }

    @Test(.rules("C-69"))
    func `a call is late by its own deadline, wherever it stands among the others`() async throws {
        // The second call has as much on a busy machine.
        let limit: Duration = .seconds(5)
        let database = HeldDatabase(batch: 10, time: limit)
        async let first = database.calls(0)
        await database.hasBegun()
        let late = Task { try await database.calls(1) }
        await database.waits(for: 1)
        try await Task.sleep(for: limit)
        let urgent = Task { try await database.calls(2, isUrgent: true) }
        await database.waits(for: 2)
        let last = Task { try await database.calls(3) }
        await database.release(after: 3)
        _ = try await first
        await #expect(throws: ServerStoreError.unavailable) { try await late.value }
        #expect(try await urgent.value == 20)
        #expect(try await last.value == 30)
        #expect(database.made == [[0], [2, 3]])
    }

    @Test(.rules("C-71"))
    func `so many bytes wait at most, and a call that holds none is not refused`() async throws {
        let database = HeldDatabase(batch: 10)
        async let first = database.calls(0)
        await database.hasBegun()
        let limit = SharedCommitLimits().bytes
        async let whole = database.calls(1, bytes: limit)
        await database.waits(for: 1)
        await #expect(throws: ServerStoreError.unavailable) {
            try await database.calls(2, bytes: 1)
        }
        async let light = database.calls(3)
        await database.release(after: 2)
        #expect(try await [first, whole, light] == [0, 10, 30])
        // What was made holds nothing any more.
        #expect(try await database.calls(4, bytes: limit) == 40)
    }

    @Test func `so many calls wait at most, if their number is limited`() async throws {
        let database = HeldDatabase(batch: 10, count: 2)
        async let first = database.calls(0)
        await database.hasBegun()
        async let second = database.calls(1)
        await database.waits(for: 1)
        async let third = database.calls(2)
        await database.waits(for: 2)
        await #expect(throws: ServerStoreError.unavailable) { try await database.calls(3) }
        await database.release(after: 2)
        #expect(try await [first, second, third] == [0, 10, 20])
        #expect(try await database.calls(4) == 40)
    }

    /// What becomes of the inputs 1, 2 and 3, which share a call.
    private func outcomes(
        failing input: Int,
        with error: any Error
    ) async -> (HeldDatabase, [Result<Int, ServerStoreError>]) {
        let database = HeldDatabase(batch: 10) { inputs in
            if inputs.contains(input) { throw error }
        }
        return (database, await database.results(of: [1, 2, 3]))
    }
}

/// A database whose first commit waits until it is released; it returns ten times each input.
private final class HeldDatabase: Sendable {
    let calls: SharedCommit<Int, Int>
    private let log: Log
    private let begun: AsyncStream<Void>
    private let released: DispatchSemaphore

    /// What it was asked.
    private final class Log: Sendable {
        let made = Mutex<[[Int]]>([])
        let asked = Mutex(0)
    }

    init(
        batch: Int,
        time: Duration? = nil,
        count: Int? = nil,
        failing: @escaping @Sendable ([Int]) throws -> Void = { _ in }
    ) {
        var limits = SharedCommitLimits()
        (limits.batch, limits.time, limits.count) = (batch, time, count)
        let (begun, isBegun) = AsyncStream<Void>.makeStream()
        let (queue, log) = (DispatchQueue(label: "database"), Log())
        let released = DispatchSemaphore(value: 0)
        (self.begun, self.log, self.released) = (begun, log, released)
        calls = SharedCommit(limits) { calls in
            log.asked.withLock { $0 += 1 }
            queue.async {
                calls.run { inputs in
                    log.made.withLock { $0.append(inputs) }
                    if inputs == [0] {
                        isBegun.finish()
                        released.wait()
                    }
                    try failing(inputs)
                    return inputs.map { .success($0 * 10) }
                }
            }
        }
    }

    /// The inputs of each commit.
    var made: [[Int]] { log.made.withLock(\.self) }

    /// How many commits were asked for.
    var asked: Int { log.asked.withLock(\.self) }

    func hasBegun() async { for await _ in begun {} }

    func waits(for count: Int) async {
        while calls.waitingCount < count { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// Lets the first commit end when this many calls wait.
    func release(after count: Int) async {
        await waits(for: count)
        released.signal()
    }

    /// What becomes of inputs that wait for the first commit, in their order.
    func results(of inputs: [Int]) async -> [Result<Int, ServerStoreError>] {
        async let first = result(of: 0)
        await hasBegun()
        let results = await withTaskGroup(of: (Int, Result<Int, ServerStoreError>).self) { group in
            for (number, input) in inputs.enumerated() {
                group.addTask { (input, await self.result(of: input)) }
                await waits(for: number + 1)
            }
            await release(after: inputs.count)
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        _ = await first
        return inputs.compactMap { results[$0] }
    }

    private func result(of input: Int) async -> Result<Int, ServerStoreError> {
        do {
            return .success(try await calls(input))
        } catch {
            return .failure(error)
        }
    }
}
