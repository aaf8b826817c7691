// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct ShorteningTests {
    private func payload(_ json: String) throws -> Payload {
        try Payload(reading: [UInt8](json.utf8))
    }

    private func text(_ payload: Payload?) -> String? {
        payload.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// A body, how many bytes of it there is room for, and what is left of it.
    @Test(
        arguments: [
            ("Hello, world", 12, "Hello, world"), ("Hello, world", 11, "Hello, w…"),
            ("Hello, world", 3, "…"), ("ééé", 5, "é…"), ("ééé", 4, "…"), ("ab😀😀", 9, "ab😀…"),
            ("ab😀😀", 8, "ab…"), ("a👩‍👩‍👧‍👦b", 26, "a…"), ("a👩‍👩‍👧‍👦bcdef", 29, "a👩‍👩‍👧‍👦…"),
            ("e\u{301}e\u{301}e\u{301}", 8, "e\u{301}…"), ("🇺🇾🇩🇪🇫🇷", 20, "🇺🇾🇩🇪…"), ("🇺🇾🇩🇪🇫🇷", 18, "🇺🇾…"),
            ("مرحبا بالجميع", 12, "مرحب…"), ("a\\nb\\nc\\nd", 9, "a\\nb\\n…"),
            ("ab\\r\\ncdef", 8, "ab…"),
            ("ab\\r\\ncdefg", 9, "ab\\r\\n…"), ("\\u0000\\u001f\\u0000", 15, "\\u0000\\u001f…"),
            ("\\u0000\\u001f\\u0000", 14, "\\u0000…"), ("\\b\\f\\b\\f", 7, "\\b\\f…"),
            ("\\\"\\\\/xxxx", 8, "\\\"\\\\/…"),
        ] as [(String, Int, String)]
    )
    func `cuts a body at a whole character and keeps what fits`(
        _ body: String,
        _ room: Int,
        _ expected: String
    ) throws {
        let payload = try payload(#"{"aps":{"alert":"\#(body)"},"n":1.0}"#)
        let limit = payload.bytes.count - body.utf8.count + room
        let result = try #require(payload.shortening([.body], toFit: limit))
        #expect(text(result.payload) == #"{"aps":{"alert":"\#(expected)"},"n":1.0}"#)
        #expect(result.shortened == (body == expected ? [] : [.body]))
        #expect(result.payload.bytes.count <= limit)
    }

    @Test func `keeps as much of a text in escapes as of the same text in UTF-8`() throws {
        for character in ["\\u6d88", "\\ud83d\\ude00", "e\\u0301", "\\/", "\\u0022", "\\u000a"] {
            let text = String(repeating: character, count: 40)
            let escaped = try payload(#" {"aps" : {"alert":"\#(text)"}} "#)
            let plain = escaped.compacted()
            for limit in [plain.bytes.count, plain.bytes.count - 1, 40, 30] {
                let one = try #require(escaped.shortening([.body], toFit: limit))
                let other = try #require(plain.shortening([.body], toFit: limit))
                #expect(one.payload == other.payload)
                #expect(one.shortened == other.shortened)
                #expect(one.shortened == (limit == plain.bytes.count ? [] : [.body]))
            }
        }
    }

    @Test func `cuts the fields in the order given, the next only if needed`() throws {
        let json =
            #"{"aps":{"alert":{"title":"abcdefgh","subtitle":"ijklmnop","body":"qrstuvwx"}}}"#
        let payload = try payload(json)
        let count = payload.bytes.count
        let one = try #require(payload.shortening([.subtitle, .body], toFit: count - 2))
        #expect(one.shortened == [.subtitle])
        #expect(one.payload.alert(.subtitle)?.string == "ijk…")
        let two = try #require(payload.shortening([.body, .title], toFit: count - 7))
        #expect(two.shortened == [.body, .title])
        #expect(two.payload.alert(.body)?.string == "…")
        #expect(two.payload.alert(.title)?.string == "abc…")
        #expect(two.payload.alert(.subtitle)?.string == "ijklmnop")
        #expect(payload.shortening([.body, .title], toFit: count - 11) == nil)
        #expect(payload.shortening([], toFit: count - 1) == nil)
        #expect(payload.shortening([.body, .body], toFit: count - 6) == nil)
    }

    @Test func `passes over fields that have nothing to give`() throws {
        let payload = try payload(
            #"{"aps":{"alert":{"title":"abc","body":"abcdefgh","subtitle":5}}}"#
        )
        let result = try #require(
            payload.shortening([.title, .subtitle, .body], toFit: payload.bytes.count - 1)
        )
        #expect(result.shortened == [.body])
        #expect(result.payload.alert(.title)?.string == "abc")
        let keyed = try self.payload(#"{"aps":{"alert":{"loc-key":"a long key of the app"}}}"#)
        #expect(keyed.shortening(Payload.AlertField.allCases, toFit: keyed.bytes.count - 1) == nil)
    }

    @Test func `never splits the mark of the sender's name`() throws {
        let json = #"{"aps":{"alert":{"title":"Hi {sender} there","body":"Hi {sender} there"}}}"#
        let payload = try payload(json).adding(ToolkitFields(template: [.title]))
        let limit = payload.bytes.count - 6
        let title = try #require(payload.shortening([.title], toFit: limit))
        #expect(title.payload.alert(.title)?.string == "Hi …")
        let whole = try #require(payload.shortening([.title], toFit: limit + 3))
        #expect(whole.payload.alert(.title)?.string == "Hi {sender}…")
        let body = try #require(payload.shortening([.body], toFit: limit))
        #expect(body.payload.alert(.body)?.string == "Hi {send…")
        #expect(title.payload.fields == payload.fields)
    }
}

@Suite struct RandomShorteningTests {
    @Test func `texts over all scripts stay within the limit, cut at a character`() throws {
        var random = RandomText(generator: SeededGenerator(seed: 15_924))
        for round in 0..<10_000 {
            let count = Int.random(in: 1...12, using: &random.generator)
            let text = random.text(pieces: count)
            let bytes = JSONWriter.object { payload in
                payload.object("aps") { $0.object("alert") { $0.add("body", text) } }
                payload.add("after", text)
            }
            let payload = try Payload(reading: bytes)
            let written = JSONWriter.string(text).count - 2
            let limit = bytes.count - Int.random(in: 0...written, using: &random.generator)
            guard let (short, fields) = payload.shortening([.body], toFit: limit) else {
                #expect(bytes.count - written + 3 > limit || written <= 3, "round \(round)")
                continue
            }
            let again = try Payload(reading: short.bytes)
            #expect(again.bytes.count <= limit, "round \(round)")
            #expect(again.document.root["after"]?.string == text, "round \(round)")
            let body = try #require(again.alert(.body)?.string)
            guard fields == [.body] else {
                #expect(again == payload, "round \(round)")
                continue
            }
            #expect(body.unicodeScalars.last == "…", "round \(round)")
            let kept = [UInt8](body.utf8.dropLast(3))
            let boundaries = prefixes(of: text)
            let place = try #require(boundaries.firstIndex(of: kept), "round \(round)")
            // The next longer beginning would not have fitted.
            let longer = boundaries[place + 1]
            let needed = JSONWriter.string(String(decoding: longer, as: UTF8.self)).count - 2 + 3
            #expect(bytes.count - written + needed > limit, "round \(round)")
        }
    }

    /// The UTF-8 of each beginning of `text` that consists of whole characters, shortest first.
    private func prefixes(of text: String) -> [[UInt8]] {
        var prefixes: [[UInt8]] = [[]]
        for character in text {
            prefixes.append((prefixes.last ?? []) + [UInt8](String(character).utf8))
        }
        return prefixes
    }
}

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
