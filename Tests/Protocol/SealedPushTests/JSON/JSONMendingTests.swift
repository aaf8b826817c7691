// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

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
