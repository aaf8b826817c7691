// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushCoding

@Suite struct JSONEditTests {
    private func document(_ text: String) throws -> JSONDocument {
        try JSONDocument(reading: [UInt8](text.utf8))
    }

    private func text(_ document: JSONDocument) -> String {
        String(decoding: document.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (#" {"a" : 1.0 , "b":2 } "#, "a", #" {"a" : [0] , "b":2 } "#),
            (#"{"a":{"x":1},"b":{ }}"#, "b", #"{"a":{"x":1},"b":[0]}"#),
        ] as [(String, String, String)]
    )
    func `replaces a value and leaves every other byte`(
        _ before: String,
        _ key: String,
        _ after: String
    ) throws {
        let document = try document(before)
        let value = try #require(document.root[key])
        #expect(try text(document.replacing(value, with: Array("[0]".utf8))) == after)
    }

    @Test(
        arguments: [
            ("{}", #"{"k\"":1}"#), (" { } ", #" {"k\"":1 } "#), (#"{"a":1}"#, #"{"a":1,"k\"":1}"#),
            ("{\n  \"a\" : {} \n}\n", "{\n  \"a\" : {},\"k\\\"\":1 \n}\n"),
        ] as [(String, String)]
    )
    func `adds a member at the end`(_ before: String, _ after: String) throws {
        let document = try document(before)
        let edited = try document.adding("k\"", Array("1".utf8), to: document.root)
        #expect(text(edited) == after)
    }

    @Test(
        arguments: [
            (#"{"a" : 1}"#, "a", "{}"), (#"{ "a":1 }"#, "a", "{  }"),
            (#"{"a":1, "b":2 }"#, "a", #"{"b":2 }"#), (#"{"a":1 , "b":{} }"#, "b", #"{"a":1 }"#),
            (#"{"a":1,"b":[2],"c":3}"#, "b", #"{"a":1,"c":3}"#), (#"{"\u0061":1}"#, "a", "{}"),
            (#"{"a":1}"#, "b", #"{"a":1}"#),
        ] as [(String, String, String)]
    )
    func `removes a member with its comma`(
        _ before: String,
        _ key: String,
        _ after: String
    ) throws {
        let document = try document(before)
        #expect(try text(document.removing(key, from: document.root)) == after)
    }

    @Test(arguments: ["", "x", "longer than what was there", "\"\\\n", "\u{2026}\u{1F469}"])
    func `another text in the place of a string is as if it had been read`(
        _ new: String
    ) throws {
        let text = #" { "a" : "x\n" , "b":[ "y" ,{"c":""}],"d": 1 } "#
        let document = try document(text)
        let root = document.root
        for value in [root["a"], root["b"]?.elements?[0], root["b"]?.elements?[1]["c"]] {
            let value = try #require(value)
            let edited = document.replacing(value, withText: new)
            let read = try JSONDocument(reading: edited.bytes)
            #expect(edited == read && edited.nodes == read.nodes)
            #expect(JSONValue(document: edited, index: value.index).string == new)
        }
        #expect(document.replacing(try #require(root["a"]), withText: "x\n") == document)
    }

    @Test func `a value is a document of its own`() throws {
        let document = try document(#" {"a":[ 1,{"b":"\n"} , []],"c":{}} "#)
        for value in [document.root] + (document.root["a"]?.elements ?? []) {
            let copy = JSONDocument(copying: value)
            let read = try JSONDocument(reading: Array(value.bytes))
            #expect(copy == read && copy.nodes == read.nodes)
        }
    }

    @Test(arguments: ["[1]", #"{"a":1}"#, "1"])
    func `a text in the place of what is no string stops the program`(_ text: String) async {
        await #expect(processExitsWith: .failure) { [text = text as String] in
            let document = try JSONDocument(reading: [UInt8](text.utf8))
            _ = document.replacing(document.root, withText: "x")
        }
    }

    @Test func `refuses an edit whose outcome could not be read`() throws {
        let document = try document(#"{"a":1}"#)
        #expect(throws: JSONError.duplicateKey(at: 7)) {
            try document.adding("a", Array("2".utf8), to: document.root)
        }
        let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(throws: JSONError.tooDeep(at: 42)) {
            try document.adding("b", Array(deep.utf8), to: document.root)
        }
    }

    @Test func `edits inner objects`() throws {
        let document = try document(#"{"aps":{"alert":{"title":"x"}},"z":0}"#)
        let alert = try #require(document.root["aps"]?["alert"])
        let edited = try document.adding("body", Array("null".utf8), to: alert)
        #expect(text(edited) == #"{"aps":{"alert":{"title":"x","body":null}},"z":0}"#)
    }

    @Test func `an edit of another document's value stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let one = try JSONDocument(reading: [UInt8]("[1]".utf8))
            let other = try JSONDocument(reading: [UInt8]("[2]".utf8))
            _ = try one.replacing(other.root, with: Array("1".utf8))
        }
    }

    @Test func `adding to what is no object stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let list = try JSONDocument(reading: [UInt8]("[1]".utf8))
            _ = try list.adding("a", Array("1".utf8), to: list.root)
        }
    }

    @Test func `removing from what is no object stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let list = try JSONDocument(reading: [UInt8]("[1]".utf8))
            _ = try list.removing("a", from: list.root)
        }
    }

    @Test(
        .rules("M-23"),
        arguments: [
            (" [ 1 , 2.50 ] ", "[1,2.50]"),
            ("{ \"a b\" : \" \\u0020 \" , \"c\":{ } }\n", "{\"a b\":\"   \",\"c\":{}}"),
            (" null ", "null"), ("[[],[ [ ] ]]", "[[],[[]]]"),
            (#""\u6d88\u6D88\/\u007f\u00E9""#, "\"消消/\u{7F}é\""),
            (#""\ud83D\uDe00\u2028\uFEFF""#, "\"😀\u{2028}\u{FEFF}\""),
            (#""\u0022\u005c\u0008\u0009\u000A\u000c\u000D""#, #""\"\\\b\t\n\f\r""#),
            (#""\u0000\u000B\u001F\b\f""#, #""\u0000\u000b\u001f\b\f""#),
            (#""\\u0041\\\u0041""#, #""\\u0041\\A""#),
            (#"{"\u0061":1,"\/\u0022":[1.50E+2]}"#, #"{"a":1,"/\"":[1.50E+2]}"#),
        ] as [(String, String)]
    )
    func `compacts white space, and escapes that JSON does not need`(
        _ before: String,
        _ after: String
    ) throws {
        let compact = try document(before).compacted()
        #expect(text(compact) == after)
        #expect(try text(document(after).compacted()) == after)
    }
}

@Suite(.rules("S-9")) struct JSONMendingTests {
    @Test(
        arguments: [
            (#"\ud83d"#, "\u{FFFD}"), (#"\uDE00x"#, "\u{FFFD}x"),
            (#"\udfe5\ud83c"#, "\u{FFFD}\u{FFFD}"), (#"\ud83c\ud83c\udfe5"#, "\u{FFFD}🏥"),
            (#"\ud83c\udfe5\udfe5"#, "🏥\u{FFFD}"), (#"\ud83c\n"#, "\u{FFFD}\n"),
            (#"\ud83c\u0041"#, "\u{FFFD}A"), (#"\\\ud83c\\ud83c"#, "\\\u{FFFD}\\ud83c"),
        ] as [(String, String)]
    )
    func `half a pair counts as U+FFFD for who seals, and is refused by who opens`(
        _ text: String,
        _ expected: String
    ) throws {
        let bytes = [UInt8](#"{"aps":{"alert":"\#(text)"}}"#.utf8)
        let document = try JSONDocument(mending: bytes)
        #expect(document.root.isMended)
        #expect(document.bytes.count == bytes.count)
        #expect(document.root["aps"]?["alert"]?.string == expected)
        #expect(throws: Never.self) { try JSONDocument(reading: document.bytes) }
        let payload = try Payload(reading: bytes).compacted()
        #expect(payload.isMended)
        #expect(throws: OpeningError.malformedMessage) { try Payload(opened: bytes) }
    }

    @Test(
        arguments: [
            (#"["\ud83c",]"#, .unexpectedByte(at: 10)), (#"["\ud83c\u12"]"#, .invalidEscape(at: 8)),
            (#"["\ud83c\x"]"#, .invalidEscape(at: 8)), (#"["\ud83c"#, .unexpectedEnd(at: 8)),
            (#"["\ud83c\"#, .unexpectedEnd(at: 9)),
            (#"{"\ud83c":1,"\ud83d":2}"#, .duplicateKey(at: 12)),
            (#"{"\ud83cA":1,"\ufffdA":2}"#, .duplicateKey(at: 13)),
        ] as [(String, JSONError)]
    )
    func `what else is wrong is refused at its own place`(_ text: String, as error: JSONError) {
        #expect(throws: error) { try JSONDocument(mending: [UInt8](text.utf8)) }
    }

    @Test func `halves at any place of any text are mended, and nothing else is changed`() throws {
        var random = RandomJSON(seed: 0xD83D)
        var mended = 0
        for _ in 0..<1000 {
            let text = random.document()
            #expect(try JSONDocument(mending: [UInt8](text.utf8)).bytes == [UInt8](text.utf8))
            // A quotation mark that opens or closes a string: a half stands inside it.
            let marks = text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "\"") }
            guard let mark = marks.randomElement(using: &random.generator) else { continue }
            let half =
                ["\\ud83d", "\\uDFFF", "\\uD800\\ud800"].randomElement(using: &random.generator)
                ?? ""
            for place in [mark, text.utf8.index(after: mark)] {
                let broken = [UInt8]((text[..<place] + half + text[place...]).utf8)
                let sound = [UInt8](
                    (text[..<place] + half.replacing(#/\\u..../#, with: "\\ufffd") + text[place...])
                        .utf8
                )
                guard let expected = try? JSONDocument(reading: sound) else { continue }
                guard let document = try? JSONDocument(mending: broken) else {
                    // Beside another half it is a pair.
                    Issue.record("not mended")
                    continue
                }
                mended += document.root.isMended ? 1 : 0
                if !text.contains("ud800") { #expect(document == expected) }
                #expect(document.compacted().bytes.count <= document.bytes.count)
            }
        }
        #expect(mended > 300)
    }
}
