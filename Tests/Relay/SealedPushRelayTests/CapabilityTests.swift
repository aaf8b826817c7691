// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushRelay

struct CapabilityTests {
    @Test func `a capability's text is read back to the same digest`() throws {
        let capability = Capability()
        let read = try #require(Capability(text: capability.text))
        #expect(read.digest == capability.digest)
        #expect(Capability().digest != capability.digest)
    }

    @Test(
        arguments: ["", "AA"]
            + [(42, "A"), (44, "A"), (43, "=")].map { String(repeating: $1, count: $0) }
    )
    func `a text of another length or alphabet is no capability`(_ text: String) {
        #expect(Capability(text: text) == nil)
    }

    @Test func `a capability shows nothing of its value`() {
        let capability = Capability()
        var dumped = ""
        dump(capability, to: &dumped)
        #expect(!"\(capability)\(dumped)".contains(capability.text))
        #expect(!dumped.contains("bytes"))
    }
}
