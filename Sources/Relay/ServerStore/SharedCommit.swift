// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Calls of a database that share a commit, or a query: those that come while one is under way are
/// the next one, all together.
///
/// A caller that is alone waits for nothing; many pay for one. The database's own thread makes
/// them, so that none waits for a thread of Swift's in between. A task's cancellation is not looked
/// at: it would undo the calls of others with this one.
package final class SharedCommit<Input: Sendable, Output: Sendable>: Sendable {
    private let limits: SharedCommitLimits
    private let begin: @Sendable (SharedCommit) -> Void
    private let state = Mutex(State())

    private struct Call: Sendable {
        let input: Input
        let weight: Int
        let bytes: Int
        let deadline: ContinuousClock.Instant?
        let answer: CheckedContinuation<Result<Output, ServerStoreError>, Never>
    }

    private struct State {
        var calls: [Call] = []
        /// How many of them go before the others.
        var urgentCount = 0
        var bytes = 0
        /// Whether one is under way, or is to be made.
        var isBusy = false

        mutating func add(_ call: Call, isUrgent: Bool) {
            calls.insert(call, at: isUrgent ? urgentCount : calls.endIndex)
            if isUrgent { urgentCount += 1 }
            bytes += call.bytes
        }

        /// Takes the calls of the next commit.
        mutating func next(_ batch: Int) -> [Call] {
            var (count, weight) = (0, 0)
            while count < calls.count, weight < batch {
                weight += calls[count].weight
                bytes -= calls[count].bytes
                count += 1
            }
            defer { calls.removeFirst(count) }
            urgentCount = max(0, urgentCount - count)
            return Array(calls.prefix(count))
        }
    }

    /// - Parameters:
    ///   - limits: How much one takes, and how much waits.
    ///   - begin: Has ``run(_:)`` called, on a thread of the database's.
    package init(
        _ limits: SharedCommitLimits = SharedCommitLimits(),
        _ begin: @escaping @Sendable (SharedCommit) -> Void
    ) {
        self.limits = limits
        self.begin = begin
    }

    /// How many calls wait for the next commit.
    package var waitingCount: Int { state.withLock { $0.calls.count } }

    /// Makes a call in the next commit.
    ///
    /// - Parameters:
    ///   - input: The call.
    ///   - weight: How much of ``SharedCommitLimits/batch`` it is.
    ///   - bytes: How many bytes it holds while it waits.
    ///   - isUrgent: Whether it goes before others.
    /// - Returns: What became of it.
    /// - Throws: ``ServerStoreError``; `unavailable` also if the limits do not let it wait.
    package func callAsFunction(
        _ input: Input,
        weight: Int = 1,
        bytes: Int = 0,
        isUrgent: Bool = false
    ) async throws(ServerStoreError) -> Output {
        let result = await withCheckedContinuation { continuation in
            let call = Call(
                input: input,
                weight: weight,
                bytes: bytes,
                deadline: limits.time.map { .now + $0 },
                answer: continuation
            )
            let (isRefused, isFirst) = state.withLock { state in
                guard bytes == 0 || state.bytes + bytes <= limits.bytes,
                    limits.count.map({ state.calls.count < $0 }) ?? true
                else { return (true, false) }
                state.add(call, isUrgent: isUrgent)
                defer { state.isBusy = true }
                return (false, !state.isBusy)
            }
            if isRefused { continuation.resume(returning: .failure(.unavailable)) }
            if isFirst { begin(self) }
        }
        return try result.get()
    }

    /// Makes the calls that wait, and has the next ones begun.
    ///
    /// - Parameter perform: Makes them together, and returns what became of each, in their order.
    ///   If it throws ``FailedByOne``, each is made by itself; any other error is that of all.
    package func run(
        _ perform: ([Input]) throws -> [Result<Output, ServerStoreError>]
    ) {
        _ = make(state.withLock { $0.next(limits.batch) }, perform)
        let isMore = state.withLock { state in
            state.isBusy = !state.calls.isEmpty
            return state.isBusy
        }
        if isMore { begin(self) }
    }

    /// Makes calls together, or each by itself.
    ///
    /// - Returns: Why the database takes none; nil if it does.
    private func make(
        _ all: [Call],
        _ perform: ([Input]) throws -> [Result<Output, ServerStoreError>]
    ) -> ServerStoreError? {
        let now = ContinuousClock.now
        var calls: [Call] = []
        for call in all {
            let isLate = call.deadline.map { $0 <= now } ?? false
            if isLate {
                call.answer.resume(returning: .failure(.unavailable))
            } else {
                calls.append(call)
            }
        }
        guard !calls.isEmpty else { return nil }
        func end(_ failure: ServerStoreError) {
            for call in calls { call.answer.resume(returning: .failure(failure)) }
        }
        do {
            let results = try perform(calls.map(\.input))
            for (call, result) in zip(calls, results) { call.answer.resume(returning: result) }
        } catch let failure as FailedByOne {
            guard calls.count > 1 else {
                end(failure.cause)
                return nil
            }
            var failure: ServerStoreError?
            for call in calls {
                if let failure {
                    // It would wait for the database as long again.
                    call.answer.resume(returning: .failure(failure))
                } else {
                    failure = make([call], perform)
                }
            }
        } catch {
            let failure = ServerStoreError(error)
            end(failure)
            return failure
        }
        return nil
    }
}

/// How much one shared commit takes, and how much waits for it.
package struct SharedCommitLimits: Hashable, Sendable {
    /// How much one takes, if each call is little.
    package var batch = 500
    /// How many bytes wait at most.
    package var bytes = 4 << 20
    /// How many calls wait at most; nil if only their bytes are counted.
    package var count: Int?
    /// How long a call waits until it is answered without having been made; nil if it always is.
    package var time: Duration?

    package init() {}
}

/// One of several calls keeps all of them from being written; nothing was.
package struct FailedByOne: Error {
    /// What it means for a call that was made by itself.
    package let cause: ServerStoreError

    package init(_ cause: ServerStoreError) { self.cause = cause }
}
