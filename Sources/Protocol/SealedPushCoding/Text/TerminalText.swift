// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Text without anything that a terminal would obey, that turns the text beside it around, or that
/// no reader sees.
///
/// Control characters (C0, DEL, C1), line and paragraph separators, format characters (those of the
/// bidirectional algorithm, joiners and tags among them) and all that Unicode keeps for more of
/// these are written by their numbers. Variation selectors stay, which emoji need.
package enum TerminalText {
    /// The text on one line: `\u{202E}` stands for what is harmful, line feeds and tabs among it.
    package static func line(_ text: some StringProtocol) -> String {
        escaped(text.unicodeScalars, keeping: [])
    }

    /// Lines of our own making, whose line feeds and tabs stay.
    package static func lines(_ text: String) -> String {
        escaped(text.unicodeScalars, keeping: ["\n", "\t"])
    }

    /// A JSON text of the same value: `\u202e` stands for what is harmful in a string, and white
    /// space between the values becomes spaces and line feeds.
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        // Most texts need nothing.
        guard bytes.contains(where: { $0 >= 0x7F || ($0 < 0x20 && $0 != 0x0A) }) else {
            return bytes
        }
        var text: [UInt8] = []
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n": text.append(0x0A)
            // They stand outside of strings, where JSON has no escapes.
            case "\r", "\t": text.append(0x20)
            case _ where isHarmful(scalar):
                for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
                    let digits = String(unit, radix: 16)
                    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
                    text += "\\u\(zeros)\(digits)".utf8
                }
            default: text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return text
    }

    private static func escaped(
        _ scalars: some Sequence<Unicode.Scalar>,
        keeping layout: Set<Unicode.Scalar>
    ) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars {
            if isHarmful(scalar), !layout.contains(scalar) {
                let number = String(scalar.value, radix: 16, uppercase: true)
                text += "\\u{\(number)}".unicodeScalars
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default:
            return scalar.properties.isDefaultIgnorableCodePoint
                && !scalar.properties.isVariationSelector
        }
    }
}
