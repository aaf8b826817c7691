// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
package import SealedPushRelay
import Synchronization

/// What a server has met lately that an operator has to look at.
package final class RelayConditions: Sendable {
    private let connections: ConnectionBook?
    private let time: WorkerTime
    /// When a token was met last that no key opens.
    private let unreadable = Mutex<[AppEnvironment: Duration]>([:])

    /// For how long it is told: a message whose token cannot be read is tried each minute.
    private static let memory: Duration = .minutes(5)

    /// - Parameters:
    ///   - connections: The clients' connections, if they are bounded.
    ///   - time: The monotonic time.
    package init(
        _ connections: ConnectionBook? = nil,
        time: WorkerTime = WorkerTime(ContinuousClock())
    ) {
        self.connections = connections
        self.time = time
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
        return notices
    }
}
