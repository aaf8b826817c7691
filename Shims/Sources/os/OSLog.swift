// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where messages come from: a part of an app.
public final class OSLog: Sendable {
    /// The log of nobody in particular.
    public static let `default` = OSLog(subsystem: "", category: "", isEnabled: true)
    /// The log that drops every message.
    public static let disabled = OSLog(subsystem: "", category: "", isEnabled: false)

    let subsystem: String
    let category: String
    private let isEnabled: Bool

    /// The log of a part of an app.
    ///
    /// - Parameters:
    ///   - subsystem: The app, as a reversed domain.
    ///   - category: The part of it.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isEnabled: true)
    }

    private init(subsystem: String, category: String, isEnabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isEnabled = isEnabled
    }

    /// Whether messages of this type are written; iOS leaves those of `debug` out, this module does not.
    public func isEnabled(type: OSLogType) -> Bool {
        isEnabled
    }

    func write(_ type: OSLogType, _ message: @autoclosure () -> String) {
        guard isEnabled else { return }
        LogSink.receive(
            LogEntry(subsystem: subsystem, category: category, type: type, message: message())
        )
    }
}
