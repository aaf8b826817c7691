// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
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
