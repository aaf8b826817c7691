// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A message as it was written, with `<private>` where it had something to hide.
public struct LogEntry: Sendable, Hashable {
    /// The app, as a reversed domain; empty where nobody was named.
    public let subsystem: String
    /// The part of the app.
    public let category: String
    /// How serious it is.
    public let type: OSLogType
    /// The text.
    public let message: String

    /// The entry in one line: breaks, control and format characters are escaped.
    var line: String {
        let origin = subsystem.isEmpty && category.isEmpty ? "" : " \(subsystem):\(category)"
        var line = "[\(type.word)\(origin)] "
        for scalar in message.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += scalar.escaped(asASCII: true)
            default: line += String(scalar)
            }
        }
        return line + "\n"
    }
}
