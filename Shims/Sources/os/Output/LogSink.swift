// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Where all messages of this process go: a line each on standard error, unless a test wants them.
///
/// Apple's module has nothing of the kind, so only tests should use it.
public enum LogSink {
    private static let receiver = Mutex<(@Sendable (LogEntry) -> Void)?>(nil)

    /// Hands what is written from now on to `receiver`, on the thread that writes; nil for standard error again.
    ///
    /// It holds for the whole process: tests that run side by side tell their entries apart by the subsystem.
    public static func set(_ receiver: (@Sendable (LogEntry) -> Void)?) {
        Self.receiver.withLock { $0 = receiver }
    }

    static func receive(_ entry: LogEntry) {
        if let receiver = receiver.withLock({ $0 }) {
            receiver(entry)
        } else {
            // One call, so that lines of several threads don't mix; who can't be told isn't.
            let bytes = Array(entry.line.utf8)
            _ = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
        }
    }
}
