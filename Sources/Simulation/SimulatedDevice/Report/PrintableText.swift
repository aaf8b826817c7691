// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text without anything that a terminal would obey, or that turns what stands beside it
    /// around.
    ///
    /// Control characters, line breaks among them, and those of the bidirectional algorithm are
    /// written as `\u{202E}`.
    var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isHarmful {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Its lines, each ``printable``.
    var printableLines: [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { String($0).printable }
    }
}

extension Unicode.Scalar {
    fileprivate var isHarmful: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
