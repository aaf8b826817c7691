// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushAPNs

struct APNsDeviceTokenTests {
    @Test(arguments: [1, 8, 32, 100, 1024])
    func `a token has any length`(_ count: Int) throws {
        let text = String(repeating: "0A", count: count)
        let token = try APNsDeviceToken(hex: text)
        #expect(token.text == text.lowercased())
        #expect(try APNsDeviceToken([UInt8](repeating: 10, count: count)) == token)
    }

    @Test(arguments: [
        "", "0", "0g", "00 ", "../0", "00/0", "\u{FF10}\u{FF10}",
        String(repeating: "00", count: 1025),
    ])
    func `what is no token is refused`(_ text: String) {
        #expect(throws: APNsError.invalidDeviceToken) { try APNsDeviceToken(hex: text) }
    }

    @Test func `too few and too many bytes are refused`() {
        #expect(throws: APNsError.invalidDeviceToken) { try APNsDeviceToken([]) }
        #expect(throws: APNsError.invalidDeviceToken) {
            try APNsDeviceToken([UInt8](repeating: 0, count: 1025))
        }
    }

    @Test func `a token is never printed`() throws {
        let token = try APNsDeviceToken(hex: "c0ffee")
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] {
            #expect(!text.contains("c0ffee"))
        }
    }
}
