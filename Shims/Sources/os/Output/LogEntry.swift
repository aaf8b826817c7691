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

    /// The entry in one line: breaks, control, format and invisible characters are escaped.
    var line: String {
        let origin = subsystem.isEmpty && category.isEmpty ? "" : " \(subsystem):\(category)"
        let line = "[\(type.word)\(origin)] \(message)"
        let parts = line.unicodeScalars.map { scalar in
            scalar.isHarmful ? scalar.printed : String(scalar)
        }
        return parts.joined() + "\n"
    }
}

extension Unicode.Scalar {
    fileprivate var printed: String {
        isASCII
            ? escaped(asASCII: true) : "\\u{\(String(value, radix: 16, uppercase: true))}"
    }

    /// Whether a terminal obeys it, it turns the text beside it around, or no reader sees it:
    /// the rule by which the programs of SealedPush print.
    fileprivate var isHarmful: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }
}
