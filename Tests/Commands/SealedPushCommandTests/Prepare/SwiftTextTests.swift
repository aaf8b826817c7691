// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushLabCommand

struct SwiftTextTests {
    private func words(_ text: String) -> [String] {
        SwiftText(text).tokens.map { String($0.text) }
    }

    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a /* b /* c */ d */ e", ["a", "e"]),
        (#"a "b" c"#, ["a", "c"]),
        (#"a "b \(c + "d" + e(f)) g" h"#, ["a", "c", "+", "+", "e", "(", "f", ")", "h"]),
        (##"a #"b \(c) " \#(d)"# e"##, ["a", "d", "e"]),
        (#"a "b \" c" d"#, ["a", "d"]),
        ("a \"\"\"\nb \"c\" \\(d)\n\"\"\" e", ["a", "d", "e"]),
        ("a = /b\"c/ + d", ["a", "=", "+", "d"]),
        ("a = #/b\"c/# + d", ["a", "=", "+", "d"]),
        ("a = b / c / d", ["a", "=", "b", "/", "c", "/", "d"]),
        ("f(a, /)", ["f", "(", "a", ",", "/", ")"]),
        ("@objc(a) `class`", ["@", "objc", "(", "a", ")", "`class`"]),
        ("#selector(a)", ["#", "selector", "(", "a", ")"]),
        ("\"a\nb", ["b"]),
        ("a /* b", ["a"]),
        ("é1_$ 😀", ["é1_$", "😀"]),
    ])
    func `what is no code is skipped`(_ text: String, _ expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func `each word knows its line`() {
        let text = "a\n/*\n*/ b \"\"\"\n\n\"\"\" c\r\nd"
        #expect(SwiftText(text).tokens.map(\.line) == [1, 3, 5, 6])
    }

    @Test func `strings in strings without end are passed over`() {
        let text = String(repeating: #""\("#, count: 20_000)
        #expect(SwiftText(text).tokens.count < text.count)
    }

    @Test func `any prefix of a source ends`() {
        let text = ##"@objc(a) f("b \(c(#"d"#)) e") /* /* */ */ = /x/ #/y/# """##
        for count in 0...text.count { _ = SwiftText(String(text.prefix(count))) }
    }
}
