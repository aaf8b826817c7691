// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushCrypto

/// Prints the demo for a terminal of 80 columns, and counts what came out right.
struct DemoPrinter {
    private(set) var right = 0
    private(set) var wrong = 0

    private static let width = 78

    private func print(_ line: String) throws(CommandError) {
        try Console.result(line)
    }

    /// A heading, with an empty line before it.
    func heading(_ text: String) throws(CommandError) {
        try print("")
        try Console.result([(text, .bold)])
    }

    /// A paragraph.
    func text(_ text: String) throws(CommandError) {
        for line in Self.wrapped(text, indent: "", by: "") { try print(line) }
    }

    /// A command, as it would be typed.
    func command(_ text: String) throws(CommandError) {
        let lines = Self.wrapped(text, indent: "  $ ", by: "      ")
        for (index, line) in lines.enumerated() {
            try print(index < lines.count - 1 ? line + " \\" : line)
        }
    }

    /// A fact with its label.
    func fact(_ label: String, _ text: String) throws(CommandError) {
        let start = "  " + label + String(repeating: " ", count: max(1, 10 - label.count))
        let indent = String(repeating: " ", count: start.count)
        for line in Self.wrapped(text, indent: start, by: indent) { try print(line) }
    }

    /// Says whether something came out as it must.
    mutating func check(
        _ claim: String,
        expected: String,
        got: String
    ) throws(CommandError) {
        guard expected != got else {
            right += 1
            return try Console.result([
                ("  ", nil), ("ok", .green), ("        \(claim): \(got)", nil),
            ])
        }
        wrong += 1
        try Console.result([
            ("  ", nil), ("WRONG", .red),
            ("     \(claim): expected \(expected), got \(got)", nil),
        ])
    }

    /// Breaks `text` at spaces.
    private static func wrapped(_ text: String, indent: String, by further: String) -> [String] {
        var lines: [String] = []
        var line = indent
        var isFresh = true
        let printed = TerminalText.lines(text)
        for word in printed.split(separator: " ", omittingEmptySubsequences: true) {
            if !isFresh, line.count + 1 + word.count > width {
                lines.append(line)
                line = further
                isFresh = true
            }
            line += isFresh ? String(word) : " \(word)"
            isFresh = false
        }
        return lines + [line]
    }
}
