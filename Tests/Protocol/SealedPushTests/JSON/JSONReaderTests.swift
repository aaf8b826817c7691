// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct JSONReaderTests {
    @Test(
        .rules("M-19 M-20"),
        arguments: [
            "null", " true ", "false", "0", "-0", "-1.5e+10", "1E400",
            "123456789012345678901234567890", String(repeating: "7", count: 1000),
            "\"\"", "[]", "{}", "[ ]", "{ }", "\t\r\n [1 , 2\n,[ ]] ",
            #"{"a":{"a":1},"b":[{"a":2}]}"#,
            #""\"\\\/\b\f\n\r\tA\u00e9\u20AC\uD83D\uDE00\u0000""#,
            "\"\u{7F}é€😀\u{10FFFF}\u{FEFF}\"",
            #"{"":0," ":1,"a":2,"A":3}"#,
        ]
    )
    func reads(_ text: String) throws {
        let bytes = [UInt8](text.utf8)
        #expect(try JSONDocument(reading: bytes).bytes == bytes)
    }

    @Test(
        .rules("M-19 M-20"),
        arguments: [
            ("", .unexpectedEnd(at: 0)), (" ", .unexpectedEnd(at: 1)), ("[", .unexpectedEnd(at: 1)),
            ("[1", .unexpectedEnd(at: 2)), ("[1,", .unexpectedEnd(at: 3)),
            ("{", .unexpectedEnd(at: 1)),
            (#"{"a""#, .unexpectedEnd(at: 4)), (#"{"a":"#, .unexpectedEnd(at: 5)),
            (#"{"a":1"#, .unexpectedEnd(at: 6)), ("\"", .unexpectedEnd(at: 1)),
            (#""\"#, .unexpectedEnd(at: 2)), (#""\u12"#, .unexpectedEnd(at: 5)),
            (#""\uD83D"#, .unexpectedEnd(at: 7)), (#""\uD83D\"#, .unexpectedEnd(at: 8)),
            ("tru", .unexpectedEnd(at: 3)), ("-", .unexpectedEnd(at: 1)),
            ("1.", .unexpectedEnd(at: 2)),
            ("1e", .unexpectedEnd(at: 2)), ("1e+", .unexpectedEnd(at: 3)),
        ] as [(String, JSONError)]
    )
    func `refuses text that ends early`(_ text: String, as expected: JSONError) {
        #expect(throws: expected) { try JSONDocument(reading: [UInt8](text.utf8)) }
    }

    @Test(
        .rules("M-19 M-20"),
        arguments: [
            ("[,]", 1), ("[1,]", 3), ("[1,,2]", 3), ("[1 2]", 3), ("{,}", 1), (#"{"a":1,}"#, 7),
            (#"{"a",1}"#, 4), (#"{"a":}"#, 5), ("{a:1}", 1), ("{1:2}", 1), ("{'a':1}", 1),
            ("'a'", 0),
            ("[1}", 2), (#"{"a":1]"#, 6), ("]", 0), ("}", 0), (":", 0), ("nul", 3), ("nulL", 3),
            ("True", 0), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("+1", 0), (".5", 0),
            ("-.5", 1), ("1.e3", 2), ("[1.]", 3), ("0x10", 1), ("01", 1), ("-01", 2), ("1e5.5", 3),
            ("1_000", 1), ("/**/1", 0), ("//\n1", 0), ("\u{B}1", 0), ("\u{C}1", 0), ("1\u{C}", 1),
            ("\u{A0}1", 0), ("\u{0}", 0),
            ("1\u{0}", 1), ("1 2", 2), ("{} {}", 3), ("[] ]", 3), ("\"\" \"\"", 3), ("1,", 1),
        ] as [(String, Int)]
    )
    func `refuses what the grammar has no place for`(_ text: String, at offset: Int) {
        let bytes = [UInt8](text.utf8)
        let error = #expect(throws: JSONError.self) { try JSONDocument(reading: bytes) }
        let isEnd = offset == bytes.count
        #expect(
            error == .unexpectedByte(at: offset) || error == .trailingBytes(at: offset)
                || isEnd && error == .unexpectedEnd(at: offset)
        )
    }

    @Test(
        .rules("M-19 M-20"),
        arguments: [
            ("1 2", .trailingBytes(at: 2)), ("\"a\nb\"", .controlCharacter(at: 2)),
            ("\"\u{0}\"", .controlCharacter(at: 1)), ("\"\u{1F}\"", .controlCharacter(at: 1)),
            (#""\x""#, .invalidEscape(at: 1)), (#""a\'""#, .invalidEscape(at: 2)),
            (#""\U0041""#, .invalidEscape(at: 1)), (#""\u00g0""#, .invalidEscape(at: 1)),
            (#""\u+041""#, .invalidEscape(at: 1)), (#""\uD800""#, .loneSurrogate(at: 1)),
            (#""\uDC00""#, .loneSurrogate(at: 1)), (#""\uD800\n""#, .loneSurrogate(at: 1)),
            (#""\uD800\uD800""#, .loneSurrogate(at: 1)), (#""\uD800A""#, .loneSurrogate(at: 1)),
            (#""\uDFFF\uD800""#, .loneSurrogate(at: 1)), (#""\uD800\u12""#, .invalidEscape(at: 7)),
            ("\u{FEFF}1", .byteOrderMark),
        ] as [(String, JSONError)]
    )
    func `refuses strings that break a rule`(_ text: String, as expected: JSONError) {
        #expect(throws: expected) { try JSONDocument(reading: [UInt8](text.utf8)) }
    }

    @Test(
        .rules("M-19 M-20"),
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
            [0xE1, 0x80], [0xE1, 0x41, 0x80], [0xE1, 0x80, 0x41], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80],
            [0xF1, 0x80, 0x80, 0xC0],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]]
    )
    func `refuses bytes that are not UTF-8`(_ bytes: [UInt8]) {
        let text = [UInt8]("[\"a".utf8) + bytes + [UInt8]("\"]".utf8)
        #expect(throws: JSONError.invalidUTF8(at: 3)) { try JSONDocument(reading: text) }
        let key = [UInt8]("{\"".utf8) + bytes
        #expect(throws: JSONError.invalidUTF8(at: 2)) { try JSONDocument(reading: key) }
    }

    @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func `a text in UTF-16 is told as none in UTF-8`(_ mark: [UInt8]) {
        let text = mark + "{}".utf16.flatMap { [UInt8($0), 0] }
        #expect(throws: JSONError.invalidUTF8(at: 0)) { try JSONDocument(reading: text) }
    }

    @Test(arguments: [" ", "!", "#", "a", "b", "[", "]", "~", "\u{7F}"])
    func `finds every byte that is not plain, wherever it stands in a string`(_ plain: String) {
        let filled = [UInt8]("\"\(String(repeating: plain, count: 19))\"".utf8)
        for place in 1..<19 {
            for byte in UInt8.min...UInt8.max {
                var text = filled
                text[place] = byte
                let expected: JSONError? =
                    switch byte {
                    case 0..<0x20: .controlCharacter(at: place)
                    case 0x80...: .invalidUTF8(at: place)
                    case UInt8(ascii: "\""): .trailingBytes(at: plain == " " ? 20 : place + 1)
                    case UInt8(ascii: "\\"): plain == "b" ? nil : .invalidEscape(at: place)
                    default: nil
                    }
                var thrown: JSONError?
                do { _ = try JSONDocument(reading: text) } catch { thrown = error }
                guard thrown != expected else { continue }
                Issue.record("byte \(byte) at \(place): \(String(describing: thrown))")
            }
        }
    }

    @Test func `reads the first and last character of every length`() throws {
        for scalar: Unicode.Scalar in [
            "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
            "\u{3FFFF}", "\u{40000}", "\u{10FFFF}",
        ] {
            let document = try JSONDocument(reading: [UInt8]("\"\(scalar)\"".utf8))
            #expect(document.root.string == String(scalar))
        }
    }

    @Test(
        .rules("M-19 M-20"),
        arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] as [(String, String)]
    )
    func `refuses arrays and objects nested deeper than 32`(_ open: String, _ close: String) {
        let levels = open.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        func text(_ depth: Int) -> [UInt8] {
            let half = depth / levels
            return [UInt8]((String(repeating: open, count: half) + "1").utf8)
                + [UInt8](String(repeating: close, count: half).utf8)
        }
        #expect(throws: Never.self) { try JSONDocument(reading: text(32)) }
        let deep = "[" + String(decoding: text(32), as: UTF8.self) + "]"
        let error = #expect(throws: JSONError.self) {
            try JSONDocument(reading: [UInt8](deep.utf8))
        }
        guard case .tooDeep = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[[],", "\"", "1", "{\"a\":{},", " ", "\\"])
    func `survives a megabyte of one token`(_ token: String) {
        let bytes = [UInt8](String(repeating: token, count: (1 << 20) / token.utf8.count).utf8)
        #expect(throws: JSONError.self) { try JSONDocument(reading: bytes + [0]) }
    }

    @Test func `refuses a document above the byte limit`() {
        let bytes = [UInt8](repeating: 0, count: JSONDocument.byteLimit + 1)
        #expect(throws: JSONError.tooLong(bytes.count)) { try JSONDocument(reading: bytes) }
        #expect(throws: JSONError.unexpectedByte(at: 0)) {
            try JSONDocument(reading: [UInt8](repeating: 0, count: JSONDocument.byteLimit))
        }
    }
}

@Suite(.rules("M-19 M-20")) struct JSONKeysTests {
    @Test(
        arguments: [
            (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"a":1,"\u0061":2}"#, 7),
            (#"{"\u0061":1,"a":2}"#, 12), (#"{"\u0061":1,"\u0061":2}"#, 12),
            (#"{"/":1,"\/":2}"#, 7),
            (#"{"":1,"":2}"#, 6), (#"[{"x":{"k":[],"k":[]}}]"#, 14), (#"{"a":{"b":0},"a":0}"#, 13),
            (#"{"\uD83D\uDE00":1,"😀":2}"#, 18), (#"{"b":{"a":1,"a":2},"b":0}"#, 12),
        ] as [(String, Int)]
    )
    func `refuses a key twice in an object`(_ text: String, at offset: Int) {
        #expect(throws: JSONError.duplicateKey(at: offset)) {
            try JSONDocument(reading: [UInt8](text.utf8))
        }
    }

    @Test func `takes keys that look the same but differ in their bytes`() throws {
        let document = try JSONDocument(reading: [UInt8]("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        #expect(document.root["\u{E9}"]?.integer == 1)
        #expect(document.root["e\u{301}"]?.integer == 2)
    }

    @Test(arguments: [2, 15, 16, 17, 18, 10_000])
    func `finds a repeated key in an object of any size`(_ count: Int) throws {
        let members = (0..<count).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
        let document = try JSONDocument(reading: [UInt8]("{\(members)}".utf8))
        #expect(document.root["key \(count - 1)"]?.integer == count - 1)
        for repeated in [0, count / 2, count - 1] {
            let bytes = [UInt8]("{\(members),\"key \(repeated)\":0}".utf8)
            #expect(throws: JSONError.duplicateKey(at: members.utf8.count + 2)) {
                try JSONDocument(reading: bytes)
            }
        }
    }
}
