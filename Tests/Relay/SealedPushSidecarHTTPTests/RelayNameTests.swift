// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import NIOCore
import SealedPush
import SealedPushRelay
import SealedPushSidecar
import Testing

@testable import SealedPushSidecarHTTP

/// Which servers a sidecar takes for the relay of an endpoint.
struct RelayNameTests {
    private let device = SampleDevice()

    @Test(
        arguments: [
            ("relay.example", ["relay.example"], "server", true),
            ("eu.relay.example", ["*.relay.example"], "server", true),
            ("xn--mnchen-3ya.relay.example", ["*.relay.example"], "server", true),
            ("127.0.0.1", ["127.0.0.1"], "server", true),
            // NIO by itself takes it, as the socket has that address.
            ("relay.example", ["127.0.0.1"], "server", false),
            ("relay.example", ["other.example", "127.0.0.1"], "relay.example", false),
            ("relay.example", [], "relay.example", false),
            ("eu.relay.example", ["*.example", "relay.example"], "server", false),
            ("127.0.0.1", ["localhost", "127.0.0.2"], "127.0.0.1", false),
        ],
        ["http/1.1", "h2"]
    )
    func `a relay gets a request if it proves its name`(
        _ shown: (host: String, hosts: [String], commonName: String, isTaken: Bool),
        _ version: String
    ) async throws {
        try await TLSRelay.run(named: shown.commonName, for: shown.hosts, version) { relay in
            let place = "https://\(shown.host):\(relay.port)"
            let client = HTTPEndpointClient(
                RelayPolicy(allowing: [try #require(WebOrigin(place.utf8))]),
                signer: nil,
                clock: { SampleDevice.now },
                roots: relay.roots
            ) { _, port in
                [try SocketAddress(ipAddress: "127.0.0.1", port: port)]
            }
            let subscription = try device.subscription(at: place + "/e/secret")
            try await client.run { client in
                if shown.isTaken {
                    try await client.post([1], .sample, to: subscription)
                } else {
                    await #expect(throws: EndpointFailure.unanswered) {
                        try await client.post([1], .sample, to: subscription)
                    }
                }
            }
            #expect(relay.requests == (shown.isTaken ? 1 : 0))
        }
    }
}
