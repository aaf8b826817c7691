// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushAPNs

struct GoAwayTests {
    private func frame(_ last: UInt32, _ text: String = "", code: UInt32 = 0) -> GoAway {
        GoAway(lastStreamID: last, errorCode: code, data: Array(text.utf8))
    }

    @Test(arguments: [(1 as UInt32, false), (3, false), (5, false), (7, true), (0x7FFF_FFFF, true)])
    func `streams above the last one are sent again, no others`(_ id: UInt32, _ isUnseen: Bool) {
        #expect(frame(5).hasNotSeen(id) == isUnseen)
    }

    @Test func `where nothing was looked at all is sent again`() {
        #expect(frame(0).hasNotSeen(1))
    }

    @Test func `the reserved bit is ignored`() {
        #expect(frame(0x8000_0005) == frame(5))
    }

    @Test func `the reason is read, known or not`() {
        let known = frame(1, #"{"reason":"BadCertificate"}"#)
        #expect(known.body.reason == .badCertificate)
        let unknown = frame(1, #"{"reason":"New\u0007"}"#)
        #expect(unknown.body.reason == nil)
        #expect(unknown.body.text == "New?")
        #expect(frame(1, "bye").body.text == nil)
    }
}
