// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Calls of a store that share one: those that come while one is under way are the next one, all
/// together.
///
/// A caller that is alone waits for nothing; many pay for one transaction.
package final class SharedCalls<Input: Sendable, Output: Sendable>: Sendable {
    private let limit: Int
    private let perform: @Sendable ([Input]) async throws(RelayStoreError) -> [Output]
    private let state = Mutex(State())

    private typealias Waiter = (input: Input, continuation: CheckedContinuation<Turn, Never>)

    /// What a waiting caller is told.
    private enum Turn {
        /// Its call was made.
        case made(Result<Output, RelayStoreError>)
        /// It makes the next one, with these of the others.
        case makes([Waiter])
    }

    private struct State {
        var waiting: [Waiter] = []
        var isBusy = false

        /// The one that makes the next call, and those that share it.
        mutating func next(limit: Int) -> (Waiter, [Waiter])? {
            guard let first = waiting.first else {
                isBusy = false
                return nil
            }
            isBusy = true
            let others = Array(waiting.dropFirst().prefix(limit - 1))
            waiting.removeFirst(1 + others.count)
            return (first, others)
        }
    }

    /// - Parameters:
    ///   - limit: How many share a call at most.
    ///   - perform: Makes a call; it returns as much as it gets, in its order.
    package init(
        limit: Int,
        _ perform: @escaping @Sendable ([Input]) async throws(RelayStoreError) -> [Output]
    ) {
        self.limit = limit
        self.perform = perform
    }

    /// How many calls wait for the next one.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// What is returned for one input.
    ///
    /// A row that cannot be read is the failure of its own input alone.
    ///
    /// - Throws: ``RelayStoreError``.
    package func callAsFunction(_ input: Input) async throws(RelayStoreError) -> Output {
        let turn = await withCheckedContinuation { continuation in
            let next = state.withLock { state in
                state.waiting.append((input, continuation))
                return state.isBusy ? nil : state.next(limit: limit)
            }
            start(next)
        }
        switch turn {
        case .made(let result): return try result.get()
        case .makes(let others):
            let results = await results(of: [input] + others.map(\.input))
            for (other, result) in zip(others, results.dropFirst()) {
                other.continuation.resume(returning: .made(result))
            }
            start(state.withLock { $0.next(limit: limit) })
            return try results[0].get()
        }
    }

    private func start(_ next: (Waiter, [Waiter])?) {
        guard let (first, others) = next else { return }
        first.continuation.resume(returning: .makes(others))
    }

    /// A result for each input.
    private func results(of inputs: [Input]) async -> [Result<Output, RelayStoreError>] {
        do {
            return try await perform(inputs).map { .success($0) }
        } catch .damaged where inputs.count > 1 {
            var results: [Result<Output, RelayStoreError>] = []
            for input in inputs { results += await self.results(of: [input]) }
            return results
        } catch {
            return inputs.map { _ in .failure(error) }
        }
    }
}
