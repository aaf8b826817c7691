// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Logging
import SealedPushCoding
package import ServerStore
import Synchronization

/// Logs why a database does not do what requests need: each cause once a minute at most, however
/// many requests fail.
package final class FailureLog: Sendable {
    private let logger: Logger
    private let time: WorkerTime
    private let told = Mutex<[ServerStoreError: Duration]>([:])

    private static let interval: Duration = .minutes(1)

    /// - Parameters:
    ///   - logger: The log.
    ///   - time: The monotonic time.
    package init(_ logger: Logger, time: WorkerTime = WorkerTime(ContinuousClock())) {
        self.logger = logger
        self.time = time
    }

    /// Notes a failure.
    package func note(_ error: ServerStoreError) {
        let now = time.now()
        let isNew = told.withLock { told in
            if let last = told[error], now - last < Self.interval { return false }
            told[error] = now
            return true
        }
        guard isNew else { return }
        let message: Logger.Message =
            error == .diskFull
            ? "the disk of the database is full, so requests are refused"
            : "the database failed, so requests are refused"
        logger.error(message, metadata: ["cause": "\(error)"])
    }
}
