// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Makes a name safe to be shown as a line of its own, for contacts and unknown senders alike.
///
/// Such a name must not break the line, turn the direction of the text around it, hide characters,
/// draw over the text beside it or push the rest of the line out of sight.
package enum NameText {
    /// The most bytes of UTF-8 a name keeps.
    package static let limit = 64
    /// The most marks that may be stacked on one character: enough for every living script.
    static let stackedMarks = 4

    /// The name without what can do harm (D-14); empty if nothing is left.
    ///
    /// Control, newline and invisible characters, those of the bidirectional algorithm among them,
    /// are dropped (but joiners and variation selectors, which emoji and some scripts need inside a
    /// name), runs of white space become one space, and it is cut at a character boundary to at
    /// most `limit` bytes.
    package static func cleaned(_ name: String, limit: Int = limit) -> String {
        var text = String.UnicodeScalarView()
        var marks = 0
        for scalar in name.unicodeScalars {
            if isWhiteSpace(scalar) {
                if let last = text.last, last != " " { text.append(" ") }
                marks = 0
                continue
            }
            guard !isHarmful(scalar) else { continue }
            // A variation selector changes emoji; after a letter it is only a difference that
            // no reader sees.
            if isVariationSelector(scalar), !(text.last.map(isEmoji) ?? false) { continue }
            // A joiner between marks does not make room for more of them.
            if isMark(scalar) { marks += 1 } else if !isJoiner(scalar) { marks = 0 }
            // A joiner or a mark has nothing to act on at the start or after a space.
            if isMark(scalar) || isJoiner(scalar), text.last.map({ $0 == " " }) ?? true { continue }
            guard marks <= stackedMarks else { continue }
            text.append(scalar)
        }
        return cut(String(text), to: limit)
    }

    /// The lines of a text, each cleaned by steps 1 to 3 and those without a visible character left
    /// out (D-30).
    package static func cleanedLines(_ text: String) -> String {
        text.unicodeScalars.split { endsLine($0) }
            .map { cleaned(String($0), limit: .max) }
            .filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        var result = ""
        for character in text {
            guard result.utf8.count + character.utf8.count <= limit else { break }
            result.append(character)
        }
        while let last = result.unicodeScalars.last, last == " " || isJoiner(last) {
            result.unicodeScalars.removeLast()
        }
        return result
    }

    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        // Separators for lines and paragraphs are dropped like the other newlines.
        scalar.properties.generalCategory == .spaceSeparator
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200C}" || scalar == "\u{200D}"
    }

    private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FE0E}" || scalar == "\u{FE0F}"
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && !scalar.properties.isAlphabetic
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}": return false
        // Marks of annotations and objects, the blank Braille pattern, the blank note head and the
        // Khitan filler, which look like nothing.
        case "\u{FFF9}"..."\u{FFFC}", "\u{2800}", "\u{1D159}", "\u{16FE4}": return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        // All characters of the bidirectional algorithm are ignorable ones, too.
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
