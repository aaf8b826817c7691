// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite(.rules("D-28")) struct ThreadIdentifierTests {
    @Test func `a thread is what display.md says, byte for byte`() {
        let thread = ThreadIdentifier(
            sender: [UInt8](repeating: 7, count: 32),
            code: "ann-7",
            thread: "t"
        )
        #expect(thread.text == "jZLD0PlPaqMBUDB6BW5_Wg")
    }

    @Test func `bytes of the code never pass for bytes of the thread`() {
        let sender = [UInt8](repeating: 7, count: 32)
        let first = ThreadIdentifier(sender: sender, code: "ab", thread: "c")
        #expect(first != ThreadIdentifier(sender: sender, code: "a", thread: "bc"))
        #expect(first.text.utf8.count == 22)
    }
}
