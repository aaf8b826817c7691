// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct WireValueTests {
    @Test(
        .rules("M-6 M-7"),
        arguments: [
            ("", false), ("a", true), (String(repeating: "a", count: 250), true),
            (String(repeating: "a", count: 251), false),
            (String(repeating: "é", count: 125), true),
            (String(repeating: "é", count: 126), false), ("a.b\nc", false), ("a\u{0}b", false),
            ("a\u{85}b", false), ("a.b\u{7F}", false),
        ]
    )
    func `a topic is 1 to 250 bytes of UTF-8 without control characters`(
        _ text: String,
        _ isValid: Bool
    ) {
        #expect(Topic(text)?.text == (isValid ? text : nil))
    }

    @Test func `ids and hashes print in lower-case hex`() {
        let bytes = [UInt8](0xA8...0xB7)
        #expect("\(MessageID(bytes))" == "a8a9aaabacadaeafb0b1b2b3b4b5b6b7")
        #expect("\(EnvelopeHash(bytes))" == "a8a9aaabacadaeafb0b1b2b3b4b5b6b7")
        #expect("\(PrekeyRecord.ID(Array(bytes.prefix(8))))" == "a8a9aaabacadaeaf")
    }

    @Test func `a message id of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = MessageID([1]) }
    }

    @Test func `a prekey id of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = PrekeyRecord.ID([1]) }
    }

    @Test func `a hash of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = EnvelopeHash([1]) }
    }
}
