// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import os

/// What was logged while the tests run; each test has a subsystem of its own.
final class Log: Sendable {
    private static let shared = Log()
    private let entries = Mutex<[LogEntry]>([])

    private init() {
        LogSink.set { entry in self.entries.withLock { $0.append(entry) } }
    }

    /// What `body` logs under a subsystem.
    static func entries(of subsystem: String, _ body: () -> Void) -> [LogEntry] {
        let log = shared
        body()
        return log.entries.withLock { $0.filter { $0.subsystem == subsystem } }
    }
}
