// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import SealedPush
import Testing

@testable import SealedPushServerCommand

/// What a server's log says to the terminal that it is read in.
struct JSONLogTests {
    private static let text = "a\u{1B}[2J\u{7F}\u{9B}31m\u{202E}\u{2028}\u{200B}\u{E0067}\n\tz"

    @Test func `a line of the log has all of a text, and nothing that a terminal obeys`()
        async throws
    {
        let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let text = JSONLogTests.text
            let logger = Logger(label: "relay") { _ in JSONLog(.info) }
            logger.error("\(text)", metadata: ["origin": "\(text)"])
        }
        let errors = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
        let line = try #require(errors.split(separator: "\n").first { $0.hasPrefix("{") })
        #expect(line.unicodeScalars.allSatisfy { 0x20..<0x7F ~= $0.value })
        let root = try JSONDocument(reading: Array(line.utf8)).root
        #expect(root["message"]?.string == Self.text && root["origin"]?.string == Self.text)
    }
}
