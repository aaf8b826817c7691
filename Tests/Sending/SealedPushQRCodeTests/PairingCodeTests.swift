// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushQRCode
import TestSupport
import Testing

/// Codes are read in Python/tests, by a reader that shares no code with their writer.
@Suite struct PairingCodeTests {
    private let link: PairingLink

    init() throws {
        link = try Self.link(named: "Build server", at: "https://relay.example")
        try #require(link.text.utf8.count == 134)
    }

    private static func link(named name: String, at relay: String) throws -> PairingLink {
        try PairingLink(
            sender: SenderIdentity(SigningKey().publicKey),
            name: name,
            relay: try #require(WebOrigin(relay.utf8)),
            end: Timestamp(clamping: 1_795_000_000_000)
        )
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func `a link of 134 characters takes 45 columns and 23 rows of a terminal`() {
        let lines = Self.lines(link.terminal(colored: false))
        #expect(lines.count == 23)
        #expect(lines.allSatisfy { $0.count == 45 })
        #expect(lines.joined().allSatisfy { "\u{2588}\u{2580}\u{2584} ".contains($0) })
    }

    @Test func `in colours each line has its own, and ends them`() {
        let plain = Self.lines(link.terminal(colored: false))
        let colored = Self.lines(link.terminal(colored: true))
        #expect(colored == plain.map { "\u{1B}[38;5;231;48;5;16m\($0)\u{1B}[0m" })
    }

    @Test func `a terminal that is too narrow gets no code`() {
        for colored in [false, true] {
            #expect(link.terminal(colored: colored, columns: 44) == nil)
            let code = link.terminal(colored: colored, columns: 45)
            #expect(code == link.terminal(colored: colored))
        }
    }

    @Test func `a picture has error correction of level M and four light modules around it`() {
        // Version 8 has 49 modules a side: level L would do with 6, and 41.
        #expect(link.svg.contains("viewBox=\"0 0 57 57\""))
        #expect(link.svg.hasSuffix("</svg>\n"))
        // The corner of the first finder pattern.
        #expect(link.svg.contains("<rect x=\"4\" y=\"4\" width=\"7\" height=\"1\"/>"))
    }

    @Test func `the longest link has a code`() throws {
        let host = "https://" + String(repeating: "a", count: 100)
        let long = try Self.link(named: String(repeating: "é", count: 16), at: host)
        #expect(long.svg.hasSuffix("</svg>\n"))
        #expect(Self.lines(long.terminal(colored: false)).count > 23)
    }

    @Test func `an app link has a code, too`() throws {
        let page = "https://app.example/pair"
        #expect(try #require(link.svg(at: page)) != link.svg)
        let code = try #require(link.terminal(colored: false, columns: 80, at: page))
        let width = try #require(Self.lines(code).first?.count)
        #expect(link.terminal(colored: false, columns: width - 1, at: page) == nil)
    }

    @Test(arguments: [
        "http://app.example", "https://app.example/#x", "https://app.example/ä",
        "https://app.example/" + String(repeating: "a", count: 3000),
    ])
    func `a page that no link or no code can hold gets none`(_ page: String) {
        #expect(link.svg(at: page) == nil)
        #expect(link.terminal(colored: false, columns: .max, at: page) == nil)
    }
}
