// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@Suite struct OpeningTests {
    @Test(arguments: Suite.allCases)
    func `what was sealed is opened whole`(_ suite: Suite) throws {
        var exchange = try Exchange(suite)
        let content = #"{"aps":{"alert":"Hello"},"n":1.50}"#
        let sealed = try exchange.seal(content)
        guard case .deliver(let message) = try exchange.open(sealed.envelope) else {
            Issue.record("refused")
            return
        }
        #expect(message.status == .new)
        #expect(message.claim.content == Array(content.utf8))
        #expect(message.messageID == sealed.messageID)
    }
}
