// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ServerStore
import Synchronization

/// A check that a database takes writes, by a write every few seconds at most.
///
/// A client that asks for readiness again and again costs the disk no more than one that asks now
/// and then. Those that ask while a write is under way wait for it.
package final class WriteCheck: Sendable {
    private typealias Outcome = Result<Void, ServerStoreError>

    private struct State {
        var last: (at: Duration, outcome: Outcome)?
        /// Those that wait for the write under way; nil if there is none.
        var waiting: [CheckedContinuation<Outcome?, Never>]?
    }

    private let time: WorkerTime
    private let touch: @Sendable () async throws(ServerStoreError) -> Void
    private let state = Mutex(State())

    /// How long the outcome of a write is kept.
    package static let interval: Duration = .seconds(5)

    /// - Parameters:
    ///   - time: The monotonic time.
    ///   - touch: Writes something.
    package init(
        time: WorkerTime = WorkerTime(ContinuousClock()),
        _ touch: @escaping @Sendable () async throws(ServerStoreError) -> Void
    ) {
        self.time = time
        self.touch = touch
    }

    /// Fails if the last write has failed.
    ///
    /// - Throws: ``ServerStoreError``.
    package func callAsFunction() async throws(ServerStoreError) {
        let known: Outcome? = await withCheckedContinuation { asked in
            let now = time.now()
            state.withLock { state in
                if let last = state.last, last.at > now - Self.interval {
                    asked.resume(returning: last.outcome)
                } else if state.waiting != nil {
                    state.waiting?.append(asked)
                } else {
                    state.waiting = []
                    asked.resume(returning: nil)
                }
            }
        }
        // Without an outcome this one writes.
        if let known { return try known.get() }
        let outcome: Outcome
        do throws(ServerStoreError) {
            outcome = .success(try await touch())
        } catch {
            outcome = .failure(error)
        }
        // A client that goes away says nothing about the disk.
        let tells = (try? outcome.get()) != nil || !Task.isCancelled
        let waiting = state.withLock { state in
            if tells { state.last = (time.now(), outcome) }
            return state.waiting.take() ?? []
        }
        for asked in waiting { asked.resume(returning: outcome) }
        try outcome.get()
    }
}
