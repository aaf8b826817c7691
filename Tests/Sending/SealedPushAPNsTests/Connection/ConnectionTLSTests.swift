// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL
import TestSupport
import Testing

@testable import SealedPushAPNs

struct ConnectionTLSTests {
    private func file(_ name: String) throws -> [UInt8] {
        try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/\(name)")
    }

    @Test func `an identity is taken as OpenSSL reads it, RSA and P-256`() throws {
        let pem = try file("identity.pem")
        let rsa = try APNsCertificate(pem: pem.span)
        let roots = TrustedRoots(rsa.identity.certificates)
        _ = try ConnectionTLS.context(roots: roots, certificate: rsa)
        let authority = try CertificateAuthority(named: "Tests", from: 0, until: 4_000_000_000)
        let p256 = try authority.identity(named: "provider", userID: "com.example.app")
        _ = try ConnectionTLS.context(
            roots: TrustedRoots([authority.certificate]),
            certificate: APNsCertificate(p256)
        )
    }

    @Test func `without an identity the system's roots are enough`() throws {
        _ = try ConnectionTLS.context(roots: nil, certificate: nil)
    }

    @Test func `whoever trusts nobody can't connect, and is told`() throws {
        #expect(throws: APNsError.roots) {
            try ConnectionTLS.context(roots: TrustedRoots([]), certificate: nil)
        }
    }
}
