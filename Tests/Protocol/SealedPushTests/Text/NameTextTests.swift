// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPush

struct NameTextTests {
    @Test(
        .rules("D-17"),
        arguments: [
            "Anna", "Ana María", "Łukasz", "O'Neill-Smith", "李小龍", "محمد", "ไพโรจน์", "Nguyễn",
            "שָׁלוֹם",
            "Mum ❤️", "👨‍👩‍👧‍👦", "👩🏽‍🚀 Eva", "1️⃣", "🇩🇪", "می‌خواهم", "क्‍ष",
            "\u{845B}\u{E0100}城", "辻\u{E0101}", "ℹ️ Info",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} Bob",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
        ]
    )
    func `honest names are kept as they are`(_ name: String) {
        #expect(NameText.cleaned(name) == name)
    }

    @Test(
        .rules("D-17"),
        arguments: [
            // The bidirectional algorithm: marks, embeddings, overrides, isolates.
            ("A\u{061C}n\u{200E}n\u{200F}a", "Anna"),
            ("\u{202A}a\u{202B}b\u{202C}c\u{202D}d\u{202E}e", "abcde"),
            ("\u{2066}a\u{2067}b\u{2068}c\u{2069}d", "abcd"),
            // Control characters and newlines of all kinds.
            ("An\u{0}na", "Anna"),
            ("An\u{7}\u{1B}[31mna", "An[31mna"),
            ("An\u{7F}\u{9F}na", "Anna"),
            // A line break or a tab is a space.
            ("Order 7\nshipped", "Order 7 shipped"),
            ("An\u{85}na", "An na"),
            ("An\r\nna\u{B}\u{C}", "An na"),
            ("An\tna", "An na"),
            ("An\u{2028}na\u{2029}", "An na"),
            // Characters that can't be seen.
            ("A\u{200B}n\u{2060}n\u{FEFF}a\u{AD}", "Anna"),
            ("A\u{034F}n\u{3164}n\u{115F}a\u{2800}", "Anna"),
            ("A\u{E0041}n\u{E0100}na", "Anna"),
            ("A\u{FFF9}n\u{FFFB}na", "Anna"),
            ("A\u{E000}n\u{F0000}na", "Anna"),
            ("A\u{FFFF}n\u{10FFFE}na\u{FFFC}", "Anna"),
            ("A\u{70F}n\u{600}na\u{110BD}", "Anna"),
            ("\u{1D159}\u{16FE4}\u{13441}\u{13442}", ""),
            // Tags that name no region to their end, or behind another character.
            ("🏴\u{E0067}\u{E0062}\u{E0065}", "🏴"),
            ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
            ("🏴\u{E0041}\u{E0042}\u{E0043}\u{E007F}", "🏴"),
            ("A\u{E0067}\u{E0062}\u{E0065}\u{E007F}", "A"),
            ("🏴" + String(repeating: "\u{E0061}", count: 7) + "\u{E007F}", "🏴"),
            // A variation selector that is not behind its kind of character, and a second one.
            ("A\u{E0100}\u{FE0F}", "A"),
            ("葛\u{E0100}\u{E0101}", "葛\u{E0100}"),
            ("❤\u{FE0F}\u{FE0F}\u{E0100}", "❤\u{FE0F}"),
            // Joiners and marks that hang on nothing.
            ("\u{200D}Anna\u{200D}", "Anna"),
            ("\u{301}Anna", "Anna"),
            ("Anna \u{20DD}", "Anna"),
            // White space.
            ("  Anna \u{A0}\u{3000} Lee  ", "Anna Lee"),
            ("\u{2003}", ""),
            ("\u{202E}\u{0}\u{2028}", ""),
            ("", ""),
            // Marks in floods.
            (
                "a" + String(repeating: "\u{489}", count: 200) + "b",
                "a\u{489}\u{489}\u{489}\u{489}b"
            ),
            // Also across joiners.
            (
                "a" + String(repeating: "\u{489}\u{200D}", count: 9) + "b",
                "a" + String(repeating: "\u{489}\u{200D}", count: 4) + "b"
            ),
        ]
    )
    func `nasty names lose what is nasty`(_ name: String, _ expected: String) {
        #expect(
            Array(NameText.cleaned(name).unicodeScalars) == Array(expected.unicodeScalars)
        )
    }

    private static func many(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    private static let cuts: [(String, Int)] = [
        (many("x", 64), 64), (many("x", 65), 64), (many("é", 40), 64), (many("李", 40), 63),
        (many("😀", 17), 64),
        // A family takes 25 bytes; the third would be cut apart.
        (many("👨‍👩‍👧‍👦", 3), 50),
        ("\(many("x", 63)) y", 63), ("\(many("x", 63))\u{200D}yyy", 62),
        ("\(many("x", 62))e\u{301}", 62), ("\(many("x", 62))क\u{93E}", 62),
        ("\(many("x", 60))👩🏽", 60), (many("🇩🇪", 9), 64), ("x\(many("🇩🇪", 9))", 57),
        // A flag of tags takes 28 bytes.
        (many("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 3), 56),
        // Of one that is longer the first character stays.
        (many("👨\u{200D}", 40), 4), ("क\(many("\u{93E}", 40))", 3),
    ]

    @Test(.rules("D-17"), arguments: cuts)
    func `names are cut at a character boundary to 64 bytes`(_ name: String, _ count: Int) {
        let cleaned = NameText.cleaned(name)
        #expect(cleaned.utf8.count == count)
        #expect(name.utf8.starts(with: cleaned.utf8))
    }

    @Test func `what was cleaned of 10,000 random names is short, one line and stays the same`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let nasty: [Unicode.Scalar] = [
            "\u{0}", "\n", "\r", "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{2069}",
            "\u{200D}",
            "\u{200C}", "\u{FE0F}", "\u{301}", "\u{489}", "\u{20E3}", " ", "\u{A0}", "a", "1", "李",
            "👩", "🏽",
            "🇩", "\u{0915}", "\u{094D}", "\u{1100}", "\u{1161}", "\u{0600}",
        ]
        for _ in 0..<10_000 {
            var name = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                name.append(nasty.randomElement(using: &generator) ?? "a")
            }
            let cleaned = NameText.cleaned(String(name))
            let isRight =
                cleaned.utf8.count <= 64 && NameText.cleaned(cleaned) == cleaned
                && !cleaned.contains { $0.isNewline }
                && !cleaned.unicodeScalars.contains {
                    $0.properties.isBidiControl || $0.properties.generalCategory == .control
                }
            #expect(isRight, "seed \(seed): \(name.map(\.value))")
            if !isRight { return }
        }
    }

    /// Whatever Unicode version the tests run with, in all blocks but those of ideographs and
    /// syllables, of which some are enough.
    @Test(.rules("D-17"))
    func `a character alone is kept if it can be seen, and else nothing is left of it`() {
        let ends: [ClosedRange<UInt32>] = [0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x2_0000...0x10_FFFF]
        var kept = 0
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if ends.contains(where: { $0.contains(value) }), value % 101 != 0, value >> 8 != 0xE00 {
                continue
            }
            let isSeen: Bool =
                switch scalar.properties.generalCategory {
                case .control, .format, .privateUse, .unassigned, .surrogate: false
                case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
                case .nonspacingMark, .enclosingMark: false
                default:
                    !scalar.properties.isDefaultIgnorableCodePoint
                        && ![0xFFFC, 0x2800, 0x1_D159, 0x1_3441, 0x1_3442].contains(value)
                }
            let text = String(Character(scalar))
            if isSeen { kept += 1 }
            guard NameText.cleaned(text, limit: .max) != (isSeen ? text : "") else { continue }
            Issue.record("U+\(String(value, radix: 16, uppercase: true))")
        }
        #expect(kept > 30_000)
    }

    @Test(
        .rules("D-18"),
        arguments: [
            ("", ""), ("one", "one"), ("\n\r\n\u{2028}", ""),
            (" one \r\n\n two\u{202E}\rthree", "one\ntwo\nthree"),
            ("a\u{2028}b\u{2029}c", "a\nb\nc"), ("a\u{85}b\u{B}c\u{C}d\0e\tf", "a b c de f"),
        ]
    )
    func `a text is cleaned line by line`(_ text: String, _ expected: String) {
        #expect(NameText.cleanedLines(text) == expected)
    }
}
