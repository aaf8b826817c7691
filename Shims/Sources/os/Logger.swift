// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Writes messages to a log.
///
/// As on a device, text that comes from a variable is `<private>` unless it is marked
/// `privacy: .public`; numbers are shown. Unlike there, every level is written, and a message's parts
/// are worked out even where the log drops it.
public struct Logger: Sendable {
    private let log: OSLog

    /// A logger of nobody in particular.
    public init() {
        log = .default
    }

    /// A logger of a part of an app.
    ///
    /// - Parameters:
    ///   - subsystem: The app, as a reversed domain.
    ///   - category: The part of it.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// A logger that writes to `log`.
    public init(_ log: OSLog) {
        self.log = log
    }

    /// Writes a message of the default type.
    public func log(_ message: OSLogMessage) {
        write(.default, message)
    }

    /// Writes a message.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        write(level, message)
    }

    /// Writes a message of type debug.
    public func trace(_ message: OSLogMessage) {
        write(.debug, message)
    }

    /// Writes a message of type debug.
    public func debug(_ message: OSLogMessage) {
        write(.debug, message)
    }

    /// Writes a message of type info.
    public func info(_ message: OSLogMessage) {
        write(.info, message)
    }

    /// Writes a message of the default type.
    public func notice(_ message: OSLogMessage) {
        write(.default, message)
    }

    /// Writes a message of type error.
    public func warning(_ message: OSLogMessage) {
        write(.error, message)
    }

    /// Writes a message of type error.
    public func error(_ message: OSLogMessage) {
        write(.error, message)
    }

    /// Writes a message of type fault.
    public func critical(_ message: OSLogMessage) {
        write(.fault, message)
    }

    /// Writes a message of type fault.
    public func fault(_ message: OSLogMessage) {
        write(.fault, message)
    }

    private func write(_ type: OSLogType, _ message: OSLogMessage) {
        log.write(type, message.text)
    }
}
