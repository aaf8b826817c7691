// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushRelay
import Synchronization

/// A check that a database takes writes, by a write every few seconds at most.
///
/// A client that asks for readiness again and again costs the disk no more than one that asks now
/// and then.
package struct WriteCheck: Sendable {
    /// Those that ask while a write is under way wait for it.
    private let calls: SharedCalls<Void, Void>

    /// How long the outcome of a write is kept.
    package static let interval: Duration = .seconds(5)

    /// - Parameters:
    ///   - time: The monotonic time.
    ///   - touch: Writes something.
    package init(
        time: WorkerTime = WorkerTime(ContinuousClock()),
        _ touch: @escaping @Sendable () async throws(RelayStoreError) -> Void
    ) {
        let last = LastWrite()
        calls = SharedCalls(limit: .max) { inputs throws(RelayStoreError) in
            if let known = last.outcome(since: time.now() - Self.interval) {
                try known.get()
                return inputs
            }
            do throws(RelayStoreError) {
                try await touch()
                last.note(.success(()), at: time.now())
            } catch {
                // A client that goes away says nothing about the disk.
                if !Task.isCancelled { last.note(.failure(error), at: time.now()) }
                throw error
            }
            return inputs
        }
    }

    /// Fails if the last write has failed.
    ///
    /// - Throws: ``RelayStoreError``.
    package func callAsFunction() async throws(RelayStoreError) { try await calls(()) }
}

/// The outcome of the last write.
private final class LastWrite: Sendable {
    private typealias Write = (at: Duration, outcome: Result<Void, RelayStoreError>)

    private let write = Mutex<Write?>(nil)

    func note(_ outcome: Result<Void, RelayStoreError>, at time: Duration) {
        write.withLock { $0 = (time, outcome) }
    }

    func outcome(since start: Duration) -> Result<Void, RelayStoreError>? {
        write.withLock { write in write.flatMap { $0.at > start ? $0.outcome : nil } }
    }
}
