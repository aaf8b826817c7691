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
