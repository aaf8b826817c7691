// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushRelay

struct PublicURLTests {
    @Test(arguments: SampleOrigins.taken)
    func `an origin is taken, with a slash at its end or without`(_ text: String) {
        #expect(PublicURL(text)?.origin.text == text)
        #expect(PublicURL(text + "/")?.origin.text == text)
        let capability = Capability()
        #expect(PublicURL(text)?.endpoint(capability) == "\(text)/e/\(capability.text)")
    }

    @Test(arguments: SampleOrigins.refused)
    func `what is no origin as senders write it is refused`(_ text: String) {
        #expect(PublicURL(text) == nil)
    }
}
