// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding
package import ServerStore
import Synchronization

/// What a server has met lately that an operator has to look at.
package final class RelayConditions: Sendable {
    private let connections: ConnectionBook?
    let time: WorkerTime
    /// When a token was met last that no key opens.
    private let unreadable = Mutex<[AppEnvironment: Duration]>([:])
    private let date: @Sendable () -> Timestamp
    private let ends = Mutex<[Certificate]>([])

    /// A certificate that is in use.
    private struct Certificate {
        let name: String
        let end: @Sendable () -> Timestamp?
    }

    /// How long before its end a certificate is told.
    private static let lead: Duration = .days(30)

    /// For how long it is told: a message whose token cannot be read is tried each minute.
    private static let memory: Duration = .minutes(5)

    /// - Parameters:
    ///   - connections: The clients' connections, if they are bounded.
    ///   - time: The monotonic time.
    ///   - date: The time of day.
    package init(
        _ connections: ConnectionBook? = nil,
        time: WorkerTime = WorkerTime(ContinuousClock()),
        date: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.connections = connections
        self.time = time
        self.date = date
    }

    /// Has the end of a certificate watched; `end` gives it each time, nil if it is unknown.
    package func watch(
        certificate name: String,
        until end: @escaping @Sendable () -> Timestamp?
    ) {
        ends.withLock { $0.append(Certificate(name: name, end: end)) }
    }

    /// When the certificates end.
    var certificateEnds: [(name: String, end: Timestamp)] {
        ends.withLock(\.self).compactMap { certificate in
            certificate.end().map { (certificate.name, $0) }
        }
    }

    /// Notes what became of a push.
    package func note(_ outcome: PushOutcome, of app: AppEnvironment) {
        guard outcome == .tokenUnreadable else { return }
        let now = time.now()
        unreadable.withLock { $0[app] = now }
    }

    /// What is wrong, and what to do.
    var notices: [String] {
        let now = time.now()
        let apps = unreadable.withLock { noted in
            noted = noted.filter { now - $0.value < Self.memory }
            return Array(noted.keys)
        }
        var notices = apps.map { app in
            "\(app.name): no key opens a push token; give the server the file of keys that it had,"
                + " and drop no key of it before 'rekey' ends with 0"
        }
        if connections?.isFull == true {
            notices.append(
                "connections are refused: the limit is used up by requests that are being answered;"
                    + " raise the limit of open files, or add a server"
            )
        }
        return notices + certificateNotices
    }

    private var certificateNotices: [String] {
        let today = date()
        return certificateEnds.compactMap { name, end in
            guard end < today.advanced(by: Self.lead) else { return nil }
            let verb = end < today ? "ended" : "ends"
            return "\(name): the certificate \(verb) on \(MomentText.text(of: end));"
                + " put a new one in its place"
        }
    }
}

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
