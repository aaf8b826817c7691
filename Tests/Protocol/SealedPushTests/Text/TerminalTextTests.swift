// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

struct TerminalTextTests {
    private static let harmful: [(Unicode.Scalar, line: String, json: String)] = [
        ("\u{0}", #"\u{0}"#, #"\u0000"#), ("\u{7}", #"\u{7}"#, #"\u0007"#),
        ("\u{1B}", #"\u{1B}"#, #"\u001b"#), ("\u{7F}", #"\u{7F}"#, #"\u007f"#),
        ("\u{80}", #"\u{80}"#, #"\u0080"#), ("\u{85}", #"\u{85}"#, #"\u0085"#),
        ("\u{9B}", #"\u{9B}"#, #"\u009b"#), ("\u{9D}", #"\u{9D}"#, #"\u009d"#),
        ("\u{AD}", #"\u{AD}"#, #"\u00ad"#), ("\u{34F}", #"\u{34F}"#, #"\u034f"#),
        ("\u{600}", #"\u{600}"#, #"\u0600"#), ("\u{61C}", #"\u{61C}"#, #"\u061c"#),
        ("\u{70F}", #"\u{70F}"#, #"\u070f"#), ("\u{115F}", #"\u{115F}"#, #"\u115f"#),
        ("\u{200B}", #"\u{200B}"#, #"\u200b"#), ("\u{200D}", #"\u{200D}"#, #"\u200d"#),
        ("\u{200F}", #"\u{200F}"#, #"\u200f"#), ("\u{2028}", #"\u{2028}"#, #"\u2028"#),
        ("\u{2029}", #"\u{2029}"#, #"\u2029"#), ("\u{202E}", #"\u{202E}"#, #"\u202e"#),
        ("\u{2060}", #"\u{2060}"#, #"\u2060"#), ("\u{2065}", #"\u{2065}"#, #"\u2065"#),
        ("\u{2066}", #"\u{2066}"#, #"\u2066"#), ("\u{2069}", #"\u{2069}"#, #"\u2069"#),
        ("\u{FEFF}", #"\u{FEFF}"#, #"\ufeff"#), ("\u{FFF9}", #"\u{FFF9}"#, #"\ufff9"#),
        ("\u{1D173}", #"\u{1D173}"#, #"\ud834\udd73"#),
        ("\u{E0000}", #"\u{E0000}"#, #"\udb40\udc00"#),
        ("\u{E0067}", #"\u{E0067}"#, #"\udb40\udc67"#),
    ]

    @Test(arguments: harmful)
    func `what a terminal obeys, or no reader sees, is spelled`(
        _ scalar: Unicode.Scalar,
        _ line: String,
        _ json: String
    ) {
        #expect(TerminalText.line("a\(scalar)b") == "a\(line)b")
        #expect(TerminalText.lines("a\(scalar)b") == "a\(line)b")
        let written = JSONWriter.object { $0.add("a\(scalar)", "b\(scalar)c") }
        let text = String(decoding: TerminalText.json(written), as: UTF8.self)
        #expect(text == #"{"a\#(json)":"b\#(json)c"}"#)
    }

    @Test(arguments: [
        "", "Ann's \"dinner\" \\ at 8 \\u{202E}", "Née", "日本", "שלום", "e\u{301}", "❤\u{FE0F}",
        "🇩🇪", "葛\u{E0100}", "\u{A0}", "\u{E000}", "\u{FFFD}", "\u{10FFFF}",
    ])
    func `any other text stays`(_ text: String) {
        #expect(TerminalText.line(text) == text)
        #expect(TerminalText.lines(text + "\n\ta") == text + "\n\ta")
        let json = JSONWriter.object(pretty: true) { $0.add("a", text) }
        #expect(TerminalText.json(json) == json)
    }

    @Test func `line feeds and tabs stay in lines alone`() {
        #expect(TerminalText.line("a\n\tb\rc") == #"a\u{A}\u{9}b\u{D}c"#)
        #expect(TerminalText.lines("a\n\tb\r\nc") == "a\n\tb\\u{D}\nc")
    }

    @Test func `white space between values becomes spaces and line feeds`() throws {
        let text = "\r{\t\"a\"\r:\r\n\"\u{9B}\",\t\"b\" : [ 1\r] }\r"
        let json = TerminalText.json(Array(text.utf8))
        #expect(
            String(decoding: json, as: UTF8.self) == #" { "a" :"# + " \n"
                + #""\u009b", "b" : [ 1 ] } "#
        )
    }

    @Test(arguments: [
        ("{\"a\":\r1,\t\"b\":2}", #"{"a": 1, "b":2}"#), ("\r[1]\r\n", " [1] \n"),
        ("[\"\u{7F}\"]", #"["\u007f"]"#),
    ])
    func `JSON of ASCII alone moves no cursor, either`(_ text: String, _ printed: String) {
        let json = TerminalText.json(Array(text.utf8))
        #expect(String(decoding: json, as: UTF8.self) == printed)
    }

    @Test(.rules("C-42"))
    func `no character of a harmful category comes through, and none changes a value`() throws {
        let planes = [0x0...0xFFFF, 0x1_0000...0x1_FFFF, 0xE_0000...0xE_0FFF]
        let all = planes.joined().compactMap { Unicode.Scalar(UInt32($0)) }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: all)
        let json = TerminalText.json(JSONWriter.object { $0.add("a", String(text)) })
        let printed = String(decoding: json, as: UTF8.self) + TerminalText.line(String(text))
        let harmful = printed.unicodeScalars.filter {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: $0.properties.isBidiControl
            }
        }
        #expect(harmful.isEmpty)
        let value = try JSONDocument(reading: json).root["a"]?.string
        #expect(value?.unicodeScalars.elementsEqual(text) ?? false)
    }

    @Test(.rules("C-42")) func `any JSON keeps its value`() throws {
        var random = RandomJSON(seed: 44)
        for round in 0..<300 {
            let document = try JSONDocument(reading: [UInt8](random.document().utf8))
            let printed = try JSONDocument(reading: TerminalText.json(document.bytes))
            #expect(printed.compacted() == document.compacted(), "round \(round)")
        }
    }
}
