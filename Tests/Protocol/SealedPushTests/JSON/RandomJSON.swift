// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Random JSON texts: every kind of value, escapes, white space and depth, and unique keys.
struct RandomJSON {
    var generator: SeededGenerator
    private var text = ""

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func document() -> String {
        text = ""
        space()
        value(depth: 0)
        space()
        return text
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    private mutating func space() {
        guard pick([true, false, false]) else { return }
        text += pick([" ", "\n", "\t", "\r\n", "   "])
    }

    private mutating func value(depth: Int) {
        switch Int.random(in: 0..<(depth < 6 ? 10 : 6), using: &generator) {
        case 0: text += pick(["null", "true", "false"])
        case 1, 2: text += pick(["0", "-0", "17", "-1.50", "1e9", "3E-2", "12345678901234567890"])
        case 3, 4, 5: string(unique: nil)
        case 6, 7: list(from: "[", to: "]", depth: depth, keyed: false)
        default: list(from: "{", to: "}", depth: depth, keyed: true)
        }
    }

    private mutating func list(from open: String, to close: String, depth: Int, keyed: Bool) {
        text += open
        space()
        for place in 0..<Int.random(in: 0...5, using: &generator) {
            if place > 0 {
                text += ","
                space()
            }
            if keyed {
                string(unique: place)
                space()
                text += ":"
                space()
            }
            value(depth: depth + 1)
            space()
        }
        text += close
    }

    private mutating func string(unique number: Int?) {
        text += "\""
        if let number { text += "\(number)" }
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            text += pick([
                "a", "é", "€", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\uD83D\\uDE00", " ",
                "{", "]", ",", ":", "\u{301}", "\u{202E}", "\\u0000", "\u{10FFFF}", "\\b", "\\f",
                "\\r",
                "\\t", "\\u0022", "\\u005C", "\\u000a", "\\u000B", "\\u001F", "\\u002f", "\\u6d88",
                "\\u2028", "\\u007f", "\u{7F}", "u0041", "\\ud800\\udc00", "\\uFFFD",
            ])
        }
        text += "\""
    }
}
