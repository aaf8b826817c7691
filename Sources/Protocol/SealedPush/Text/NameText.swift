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

    /// The name without what can do harm (D-17); empty if nothing is left.
    ///
    /// Runs of white space, line breaks and tabs among it, become one space. Control, format and
    /// unassigned characters and those that look like nothing are dropped, but joiners inside the
    /// name, and variation selectors and tags where they belong to the emoji or ideograph before
    /// them. The result has at most `limit` bytes.
    package static func cleaned(_ name: String, limit: Int = limit) -> String {
        let scalars = Array(name.unicodeScalars)
        var text = String.UnicodeScalarView()
        var marks = 0
        var tags = 0
        for (place, scalar) in scalars.enumerated() {
            if scalar.properties.isWhitespace {
                if let last = text.last, last != " " { text.append(" ") }
                marks = 0
                continue
            }
            if tags > 0 {
                tags -= 1
                text.append(scalar)
                continue
            }
            if isJoiner(scalar) {
                // It has nothing to act on at the start or after a space, and between marks it
                // does not make room for more of them.
                if let last = text.last, last != " ", marks <= stackedMarks { text.append(scalar) }
                continue
            }
            if text.last.map({ isVariation(scalar, of: $0) }) ?? false {
                text.append(scalar)
                continue
            }
            guard !isRemoved(scalar) else { continue }
            marks = isMark(scalar) ? marks + 1 : 0
            guard marks <= stackedMarks, marks == 0 || text.last.map({ $0 != " " }) ?? false else {
                continue
            }
            text.append(scalar)
            if scalar == blackFlag { tags = tagCount(scalars[(place + 1)...]) }
        }
        return cut(text, to: limit)
    }

    /// The lines of a text, each cleaned by steps 1 to 3 and those without a visible character left
    /// out (D-18).
    package static func cleanedLines(_ text: String) -> String {
        text.unicodeScalars.split { endsLine($0) }
            .map { cleaned(String($0), limit: .max) }
            .filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// The one form of texts that differ in case alone: the small letters of each one's capitals.
    ///
    /// What a letter stands beside makes no difference, nor does a language.
    package static func folded(_ text: String) -> String {
        text.unicodeScalars.lazy.flatMap(\.properties.uppercaseMapping.unicodeScalars)
            .map(\.properties.lowercaseMapping).joined()
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// Step 4 of D-17.
    ///
    /// Not by grapheme clusters: other platforms have none, and they change with Unicode.
    private static func cut(_ text: String.UnicodeScalarView, to limit: Int) -> String {
        var text = text
        if String(text).utf8.count > limit {
            var (end, count, indicators) = (text.startIndex, 0, 0)
            var before: Unicode.Scalar = "\u{200D}"
            for (place, scalar) in zip(text.indices, text) {
                if !isSplit(before, scalar, indicators) { end = place }
                count += UTF8.width(scalar)
                guard count <= limit else { break }
                indicators = isIndicator(scalar) ? indicators + 1 : 0
                before = scalar
            }
            if end == text.startIndex { text.formIndex(after: &end) }
            text.removeSubrange(end...)
        }
        while let last = text.last, last == " " || isJoiner(last) { text.removeLast() }
        return String(text)
    }

    /// Whether two characters belong together, the first behind as many regional indicators as are
    /// given, itself among them.
    private static func isSplit(
        _ before: Unicode.Scalar,
        _ scalar: Unicode.Scalar,
        _ indicators: Int
    ) -> Bool {
        switch scalar {
        case "\u{200C}", "\u{1F3FB}"..."\u{1F3FF}", "\u{E0020}"..."\u{E007F}": true
        default:
            before == "\u{200D}" || scalar == "\u{200D}" || isMark(scalar)
                || scalar.properties.generalCategory == .spacingMark
                || (isIndicator(scalar) && !indicators.isMultiple(of: 2))
        }
    }

    private static func isIndicator(_ scalar: Unicode.Scalar) -> Bool {
        "\u{1F1E6}"..."\u{1F1FF}" ~= scalar
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

    /// Whether a selector chooses the form of an emoji, or the glyph of an ideograph.
    ///
    /// After other characters it is only a difference that no reader sees.
    private static func isVariation(_ scalar: Unicode.Scalar, of base: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{FE0E}", "\u{FE0F}": base.properties.isEmoji
        case "\u{E0100}"..."\u{E01EF}": base.properties.isUnifiedIdeograph
        default: false
        }
    }

    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

    /// How many tags behind a black flag name a region, with the one that ends them; 0 if they do
    /// not.
    private static func tagCount(_ rest: ArraySlice<Unicode.Scalar>) -> Int {
        let count = rest.prefix { scalar in
            ("\u{E0030}"..."\u{E0039}" ~= scalar) || ("\u{E0061}"..."\u{E007A}" ~= scalar)
        }.count
        return 3...6 ~= count && rest.dropFirst(count).first == "\u{E007F}" ? count + 1 : 0
    }

    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // The object's mark, the blank Braille pattern, the blank note head, the Khitan filler and
        // two blank hieroglyphs, which look like nothing.
        case "\u{FFFC}", "\u{2800}", "\u{1D159}", "\u{16FE4}", "\u{13441}", "\u{13442}":
            return true
        default: break
        }
        switch scalar.properties.generalCategory {
        // All characters of the bidirectional algorithm are among those of format.
        case .control, .format, .privateUse, .unassigned: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
