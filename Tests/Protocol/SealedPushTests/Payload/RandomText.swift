// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Random texts over all scripts and emoji, also where people would not put the characters together.
struct RandomText {
    var generator: SeededGenerator

    private static let pieces = [
        "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "🇺🇾", "🇩", "👋🏽", "❤️‍🔥", "1️⃣", "🧑🏿‍🚀", "\u{200D}", "\u{FE0F}", "e\u{301}", "z̷̢̛", "क्षि", "நி",
        "각", "\u{1100}\u{1161}\u{11A8}", "\u{202E}", "\u{2067}مرحبا\u{2069}", "שלום", "\u{600}",
        "\r\n", "\"", "\\",
        "\u{0}", "\u{1F}", " ", "abc ", "…", "\u{2028}", "{sender}",
    ]

    mutating func text(pieces count: Int) -> String {
        var text = ""
        for _ in 0..<count {
            if Bool.random(using: &generator) {
                text += Self.pieces.randomElement(using: &generator) ?? ""
            } else {
                text.unicodeScalars.append(scalar())
            }
        }
        return text
    }

    /// A scalar of a plane that is in use, assigned or not.
    private mutating func scalar() -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x2FFF, 0x3000...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x1_FFFF,
            0x2_0000...0x2_FFFF, 0xE_0000...0xE_01EF,
        ]
        let range = ranges.randomElement(using: &generator) ?? 0x20...0x7E
        return Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "\u{FFFD}"
    }
}
