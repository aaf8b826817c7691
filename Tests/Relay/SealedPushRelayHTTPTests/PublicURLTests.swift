// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelay
import Testing

@testable import SealedPushRelayHTTP

struct PublicURLTests {
    @Test(arguments: [
        "https://relay.example", "https://relay.example:8443", "http://127.0.0.1:8080",
        "http://[::1]:8080", "http://localhost",
    ])
    func `an origin is taken, with a slash at its end or without`(_ text: String) throws {
        #expect(try PublicURL(text).origin == text)
        #expect(try PublicURL(text + "/").origin == text)
        let capability = Capability()
        #expect(try PublicURL(text).endpoint(capability) == "\(text)/e/\(capability.text)")
    }

    @Test(arguments: [
        ("", PublicURLError.notAnOrigin), ("relay.example", .notAnOrigin),
        ("https://", .notAnOrigin), ("https://relay.example/push", .notAnOrigin),
        ("https://Relay.example", .notAnOrigin), ("ftp://relay.example", .notAnOrigin),
        ("https://[relay", .notAnOrigin), ("https://relay.example:0", .notAnOrigin),
        ("https://user@relay.example", .notAnOrigin), ("https://relay.example?x", .notAnOrigin),
        ("https://relay.example:443", .defaultPort), ("http://localhost:80", .defaultPort),
        ("http://relay.example", .notEncrypted), ("http://127.0.0.1.example", .notEncrypted),
    ])
    func `what is no origin as senders write it is refused`(
        _ text: String,
        _ error: PublicURLError
    ) {
        #expect(throws: error) { try PublicURL(text) }
    }
}
