// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import NIOCore
import NIOSSL
import SealedPush
import SealedPushOpenSSL
import SealedPushRelay
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

/// Which servers a sidecar takes for the relay of an endpoint.
struct RelayNameTests {
    private let device = SampleDevice()

    @Test(
        .rules("C-37"),
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
            try await post(to: relay, as: shown.host, trusting: relay.roots, shown.isTaken)
        }
    }

    @Test(arguments: ["http/1.1", "h2"])
    func `a relay gets no request if nobody that is trusted speaks for its name`(
        _ version: String
    ) async throws {
        let other = try CertificateAuthority(named: "Tests", from: 0, until: 4_000_000_000)
        let root = try NIOSSLCertificate(bytes: other.certificate.der, format: .der)
        try await TLSRelay.run(named: "server", for: ["relay.example"], version) { relay in
            try await post(to: relay, as: "relay.example", trusting: .certificates([root]), false)
        }
    }

    @Test(arguments: [
        (TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true),
    ])
    func `a relay gets a request over TLS 1.2 or later`(
        _ newest: TLSVersion,
        _ isTaken: Bool
    ) async throws {
        try await TLSRelay.run(
            named: "server",
            for: ["relay.example"],
            "http/1.1",
            upTo: newest
        ) { relay in
            try await post(to: relay, as: "relay.example", trusting: relay.roots, isTaken)
        }
    }

    /// Posts a message, and looks at what the server saw of it: nothing if it is not the right one.
    private func post(
        to relay: TLSRelay,
        as host: String,
        trusting roots: NIOSSLTrustRoots,
        _ isTaken: Bool
    ) async throws {
        let place = "https://\(host):\(relay.port)"
        let http = PinnedHTTP(
            RelayPolicy(place),
            clock: { SampleDevice.now },
            roots: roots,
            resolve: { _, port in [try SocketAddress(ipAddress: "127.0.0.1", port: port)] }
        )
        let subscription = try device.subscription(at: place + "/e/secret")
        try await http.run { relays in
            if isTaken {
                try await relays.post([1], to: subscription)
            } else {
                await #expect(throws: EndpointFailure.unanswered) {
                    try await relays.post([1], to: subscription)
                }
                // Nor is another server's connection kept.
                while relay.connections > 0 { try await Task.sleep(for: .milliseconds(2)) }
            }
        }
        #expect(relay.requests == (isTaken ? 1 : 0))
    }
}
