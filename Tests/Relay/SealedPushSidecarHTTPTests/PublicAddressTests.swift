// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SealedPush
import TestSupport
import Testing

@testable import SealedPushSidecarHTTP

struct PublicAddressTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.167.1.1", "100.63.0.1",
        "100.128.0.1", "223.255.255.255", "2606:4700::1", "2a00:1450:4001::1", "64:ff9b::808:808",
        "2002:0808:0808::1", "2001:200::1", "2001:4860:4860::8888",
    ])
    func `an address of the public network is asked`(_ text: String) throws {
        #expect(PublicAddress.contains(try SocketAddress(ipAddress: text, port: 443)))
    }

    @Test(
        .rules("C-40"),
        arguments: [
            "0.0.0.0", "10.0.0.1", "127.0.0.1", "127.255.255.255", "100.64.0.1", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.168.0.1", "198.18.0.1", "224.0.0.1",
            "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
            "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "2002:0a00:0001::1",
            "2001:db8::1", "2001:0:1::1", "2001:2::1", "2001:20::1", "2001:1ff::1", "3fff::1",
            "3fff:fff::1", "64:ff9b:1::808:808", "::8.8.8.8",
        ]
    )
    func `an address that may be in the backend's own network is not`(_ text: String) throws {
        #expect(!PublicAddress.contains(try SocketAddress(ipAddress: text, port: 443)))
    }

    @Test func `only TLS on the usual ports is asked, unless the operator has allowed an origin`()
        throws
    {
        let policy = RelayPolicy(allowing: [try #require(WebOrigin("http://127.0.0.1:8080".utf8))])
        for (text, mayBe) in [
            ("https://a.example", true), ("https://a.example:8443", true),
            ("https://a.example:22", false), ("http://localhost", false),
            ("http://127.0.0.1:8080", true), ("http://127.0.0.1:8081", false),
            ("https://127.0.0.1:8080", false),
        ] {
            let origin = try #require(WebOrigin(text.utf8))
            #expect(policy.mayBeAllowed(origin) == mayBe, "\(text)")
            #expect(policy.isAllowed(origin) == (text == "http://127.0.0.1:8080"), "\(text)")
        }
    }
}
