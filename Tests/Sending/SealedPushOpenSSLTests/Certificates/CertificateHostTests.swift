// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import TestSupport
import Testing

@testable import SealedPushOpenSSL

/// Which host a certificate is for, by its subject alternative names.
@Suite(.rules("C-37")) struct CertificateHostTests {
    /// A certificate that signs itself, with the text that OpenSSL makes its names of.
    private func certificate(_ names: String, commonName: String) throws -> Certificate {
        let key = try P256PrivateKey().anyKind()
        let draft = try CertificateDraft(named: commonName, from: 0, until: 9, for: key)
        try draft.setIssuer(draft)
        if !names.isEmpty { try draft.add(NID_subject_alt_name, names, issuer: draft) }
        return try draft.sign(with: key)
    }

    @Test(arguments: [
        ("DNS:relay.example", "relay.example", true),
        ("DNS:relay.example", "Relay.EXAMPLE", true),
        ("DNS:RELAY.example", "relay.example", true),
        ("DNS:other.example,DNS:relay.example", "relay.example", true),
        ("DNS:relay.example", "a.relay.example", false),
        ("DNS:relay.example", "relay.example.com", false),
        ("DNS:relay.example", "elay.example", false),
        ("DNS:relay.example", ".example", false),
        ("DNS:relay.example", "", false),
        ("DNS:relay.example", "relay.example\0", false),
        ("DNS:relay.example", "relay.example\0.evil.example", false),
        ("DNS:*.relay.example", "a.relay.example", true),
        ("DNS:*.relay.example", "xn--mnchen-3ya.relay.example", true),
        ("DNS:*.relay.example", "relay.example", false),
        ("DNS:*.relay.example", "a.b.relay.example", false),
        ("DNS:*.relay.example", ".relay.example", false),
        ("DNS:*.example", "relay.example", false),
        ("DNS:*", "localhost", false),
        ("DNS:r*.relay.example", "rr.relay.example", false),
        ("DNS:*r.relay.example", "rr.relay.example", false),
        ("DNS:a.*.example", "a.relay.example", false),
        ("DNS:*.*.example", "a.relay.example", false),
        // Names of other kinds.
        ("IP:127.0.0.1", "relay.example", false),
        ("IP:127.0.0.1", "127.0.0.1", false),
        ("email:a@relay.example", "relay.example", false),
        ("URI:https://relay.example/", "relay.example", false),
        ("otherName:1.3.6.1.5.5.7.8.7;IA5:relay.example", "relay.example", false),
        // The common name is the host, which says nothing.
        ("", "common.example", false),
        ("IP:127.0.0.1", "common.example", false),
        ("DNS:relay.example", "common.example", false),
    ])
    func `a name is one that is listed`(_ names: String, _ name: String, _ isListed: Bool) throws {
        let made = try certificate(names, commonName: "common.example")
        #expect(made.isFor(name: name) == isListed)
    }

    @Test(arguments: [
        ("IP:127.0.0.1", "127.0.0.1", true),
        ("IP:127.0.0.1", "127.0.0.2", false),
        ("DNS:relay.example,IP:10.0.0.1,IP:::1", "::1", true),
        ("IP:::1", "0:0:0:0:0:0:0:1", true),
        ("IP:::ffff:127.0.0.1", "127.0.0.1", false),
        ("IP:127.0.0.1", "::ffff:127.0.0.1", false),
        ("DNS:127.0.0.1", "127.0.0.1", false),
        ("DNS:*.0.0.1", "127.0.0.1", false),
        ("IP:127.0.0.1", "", false),
        ("IP:127.0.0.1", "relay.example", false),
        ("", "127.0.0.1", false),
    ])
    func `an address is one that is listed`(
        _ names: String,
        _ address: String,
        _ isListed: Bool
    ) throws {
        let made = try certificate(names, commonName: "127.0.0.1")
        #expect(made.isFor(address: address) == isListed)
    }
}
