// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import os

struct LoggerTests {
    private struct Failure: Error {}

    private static let name = "Ann"

    @Test(
        arguments: [
            ("plain", "plain"),
            ("from \(name)", "from <private>"),
            ("from \(name, privacy: .public)", "from Ann"),
            ("from \(name, privacy: .auto)", "from <private>"),
            ("from \(name, privacy: .sensitive)", "from <private>"),
            ("\(7) and \(7, privacy: .private)", "7 and <private>"),
            ("\(true), \(2.5), \(Float(0.5), format: .fixed(precision: 1))", "true, 2.500000, 0.5"),
            ("\(255, format: .hex), \(-255, format: .hex(includePrefix: true))", "ff, -0xff"),
            ("[\(7, align: .right(columns: 3))]", "[  7]"),
            ("[\(name, align: .left(columns: 5), privacy: .public)]", "[Ann  ]"),
            ("\(UUID())", "<private>"),
            ("\(Failure())", "<private>"),
            ("\(Failure(), privacy: .public)", "Failure()"),
            ("\(Failure() as any Error, privacy: .public)", "Failure()"),
            ("\(String.self, privacy: .public)", "String"),
        ] as [(OSLogMessage, String)]
    )
    func `text is private unless it is public, numbers are shown`(
        _ message: OSLogMessage,
        _ expected: String
    ) {
        #expect(message.text == expected)
    }

    @Test func `hashes tell equal texts from others and show neither`() {
        let first: OSLogMessage = "\(Self.name, privacy: .private(mask: .hash))"
        let again: OSLogMessage = "\(Self.name, privacy: .auto(mask: .hash))"
        let other: OSLogMessage = "\("Bob", privacy: .private(mask: .hash))"
        #expect(first.text.hasPrefix("<mask.hash: '"))
        #expect(!first.text.contains(Self.name))
        #expect(first.text == again.text)
        #expect(first.text != other.text)
    }

    @Test func `each level has its type`() {
        let entries = Log.entries(of: "levels") {
            let logger = Logger(subsystem: "levels", category: "all")
            logger.trace("a")
            logger.debug("b")
            logger.info("c")
            logger.notice("d")
            logger.log("e")
            logger.warning("f")
            logger.error("g")
            logger.critical("h")
            logger.fault("i")
            logger.log(level: .info, "j")
        }
        #expect(entries.map(\.message) == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
        #expect(
            entries.map(\.type) == [
                .debug, .debug, .info, .default, .default, .error, .error, .fault, .fault, .info,
            ]
        )
        #expect(entries.allSatisfy { $0.category == "all" })
    }

    @Test func `a message is one line whatever it holds`() {
        let entry = LogEntry(
            subsystem: "app",
            category: "push",
            type: .error,
            message: "one\ntwo\u{1B}[2J ü\u{9B}\u{202E}"
        )
        #expect(entry.line == "[error app:push] one\\ntwo\\u{1B}[2J ü\\u{9B}\\u{202E}\n")
    }

    static let escaped: [Unicode.Scalar] = [
        "\u{1B}", "\u{7F}", "\u{9B}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}",
        "\u{17B4}", "\u{200B}", "\u{202E}", "\u{2028}", "\u{2065}", "\u{2069}", "\u{3164}",
        "\u{FEFF}", "\u{FFF0}", "\u{E0000}", "\u{E0041}", "\u{E0FFF}",
    ]

    @Test(arguments: escaped)
    func `no part of a line holds what a terminal obeys or no reader sees`(_ scalar: Unicode.Scalar)
    {
        let entry = LogEntry(
            subsystem: "a\(scalar)",
            category: "b\(scalar)",
            type: .error,
            message: "c\(scalar)"
        )
        let escape = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        #expect(entry.line == "[error a\(escape):b\(escape)] c\(escape)\n")
    }

    @Test func `letters, emoji and their variation selectors stay`() {
        let text = "ü 消 ❤\u{FE0F} 葛\u{E0100}"
        let entry = LogEntry(subsystem: text, category: text, type: .info, message: text)
        #expect(entry.line == "[info \(text):\(text)] \(text)\n")
    }

    @Test func `the disabled log drops all, and a logger can write to any log`() {
        let entries = Log.entries(of: "logs") {
            Logger(.disabled).error("dropped")
            Logger(OSLog(subsystem: "logs", category: "a")).error("kept")
        }
        #expect(entries.map(\.message) == ["kept"])
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }
}
