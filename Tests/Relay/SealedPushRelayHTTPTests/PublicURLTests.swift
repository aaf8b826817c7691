// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelay
import Testing

@testable import SealedPushRelayHTTP

struct PublicURLTests {
    @Test(arguments: [
        "https://relay.example", "https://relay.example:8443", "http://127.0.0.1:8080",
        "http://[::1]:8080", "http://localhost",
    ])
    func `an origin is taken, with a slash at its end or without`(_ text: String) {
        #expect(PublicURL(text)?.origin.text == text)
        #expect(PublicURL(text + "/")?.origin.text == text)
        let capability = Capability()
        #expect(PublicURL(text)?.endpoint(capability) == "\(text)/e/\(capability.text)")
    }

    @Test(arguments: [
        "", "relay.example", "https://", "https://relay.example/push", "https://Relay.example",
        "ftp://relay.example", "https://[relay", "https://relay.example:0",
        "https://relay.example//",
        "https://user@relay.example", "https://relay.example?x", "https://relay_1.example",
        "https://relay.example:443", "http://localhost:80", "http://relay.example",
        "http://127.0.0.1.example",
    ])
    func `what is no origin as senders write it is refused`(_ text: String) {
        #expect(PublicURL(text) == nil)
    }

    @Test func `an origin that is longer than a statement can say is refused`() {
        let longest = "https://" + String(repeating: "a", count: Int(UInt16.max) - 8)
        #expect(PublicURL(longest) != nil)
        #expect(PublicURL(longest + "a") == nil)
    }
}
