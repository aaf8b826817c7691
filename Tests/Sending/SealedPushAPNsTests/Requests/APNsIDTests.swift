// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import TestSupport
import Testing

struct APNsIDTests {
    @Test func `a UUID is kept in lower case`() {
        let text = "EABEAE54-14A8-11E5-B60B-1697F925EC7B"
        #expect(APNsID(text)?.text == text.lowercased())
        #expect(APNsID(text) == APNsID(text.lowercased()))
    }

    @Test func `sixteen bytes are the digits of a UUID`() {
        let bytes: [UInt8] = [
            0xEA, 0xBE, 0xAE, 0x54, 0x14, 0xA8, 0x11, 0xE5, 0xB6, 0x0B, 0x16, 0x97, 0xF9, 0x25,
            0xEC, 0x7B,
        ]
        #expect(APNsID(bytes: bytes).text == "eabeae54-14a8-11e5-b60b-1697f925ec7b")
    }

    @Test(arguments: [
        "", "eabeae54-14a8-11e5-b60b-1697f925ec7", "eabeae54-14a8-11e5-b60b-1697f925ec7b0",
        "eabeae5414a811e5b60b1697f925ec7b", "eabeae54-14a8-11e5-b60b-1697f925ec7g",
        "eabeae54-14a8-11e5-b60b_1697f925ec7b", "eabeae5-414a8-11e5-b60b-1697f925ec7b",
        "\u{E9}abeae54-14a8-11e5-b60b-1697f925ec7",
    ])
    func `what is no UUID is refused`(_ text: String) {
        #expect(APNsID(text) == nil)
    }

    @Test func `a new one is a random UUID of version 4`() {
        var generator = SeededGenerator(seed: 4)
        var seen: Set<APNsID> = []
        for _ in 0..<200 {
            let id = APNsID(using: &generator)
            #expect(APNsID(id.text) == id)
            let characters = Array(id.text)
            #expect(characters[14] == "4")
            #expect("89ab".contains(characters[19]))
            seen.insert(id)
        }
        #expect(seen.count == 200)
    }
}
