// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    private func write(pretty: Bool) throws -> String {
        let raw = try JSONDocument(reading: [UInt8]("{ \"k\" : 1.50 }".utf8)).root
        let bytes = JSONWriter.object(pretty: pretty) { root in
            root.add("text", "a")
            root.add("count", -3)
            root.add("large", UInt64.max)
            root.add("yes", true)
            root.null("none")
            root.number("ratio", "1.50")
            root.add("raw", raw)
            root.object("empty") { _ in }
            root.array("list") { list in
                list.add("b")
                list.add(7)
                list.add(false)
                list.null()
                list.number("-1e3")
                list.add(raw)
                list.object { $0.add("x", 1) }
                list.array { _ in }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `writes every kind of value in order`() throws {
        #expect(
            try write(pretty: false)
                == #"{"text":"a","count":-3,"large":18446744073709551615,"yes":true,"none":null,"#
                + #""ratio":1.50,"raw":{ "k" : 1.50 },"empty":{},"#
                + #""list":["b",7,false,null,-1e3,{ "k" : 1.50 },{"x":1},[]]}"#
        )
    }

    @Test func `writes for people with two spaces a level`() throws {
        let expected = """
            {
              "text": "a",
              "count": -3,
              "large": 18446744073709551615,
              "yes": true,
              "none": null,
              "ratio": 1.50,
              "raw": { "k" : 1.50 },
              "empty": {},
              "list": [
                "b",
                7,
                false,
                null,
                -1e3,
                { "k" : 1.50 },
                {
                  "x": 1
                },
                []
              ]
            }
            """
        #expect(try write(pretty: true) == expected)
    }

    @Test(
        .rules("M-36 M-37"),
        arguments: [
            ("", #""""#), ("a/b'é😀\u{7F}\u{2028}", "\"a/b'é😀\u{7F}\u{2028}\""),
            ("\"\\", #""\"\\""#),
            ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{8}\u{B}\u{C}\u{1F}", #""\u0000\b\u000b\f\u001f""#),
        ] as [(String, String)]
    )
    func `escapes what must be escaped`(_ string: String, _ expected: String) throws {
        let bytes = JSONWriter.string(string)
        #expect(bytes == [UInt8](expected.utf8))
        #expect(try JSONDocument(reading: bytes).root.string == string)
        let keyed = JSONWriter.object { $0.add(string, string) }
        #expect(try JSONDocument(reading: keyed).root[string]?.string == string)
        let listed = JSONWriter.array { $0.add(string) }
        #expect(try JSONDocument(reading: listed).root.elements?.first?.string == string)
    }

    @Test func `what the closures throw comes out`() {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try JSONWriter.object { (root) throws(Stop) in
                try root.array("a") { (_) throws(Stop) in throw Stop() }
            }
        }
    }

    @Test func `a key given twice stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = JSONWriter.object { root in
                root.add("a", 1)
                root.add("a", 2)
            }
        }
    }

    @Test(arguments: ["01", "1 ", "NaN", "\"1\"", "1,2", ""])
    func `a number that JSON does not have stops the program`(_ text: String) async {
        await #expect(processExitsWith: .failure) { [text] in
            _ = JSONWriter.array { $0.number(text) }
        }
    }
}
