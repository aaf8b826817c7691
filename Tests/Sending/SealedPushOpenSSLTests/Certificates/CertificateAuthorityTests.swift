// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL
import Testing

struct CertificateAuthorityTests {
    @Test func `a certificate names its hosts, its topic and its time`() throws {
        let authority = try CertificateAuthority(named: "Tests", from: 1_000, until: 2_000_000_000)
        let identity = try authority.identity(
            named: "server",
            for: ["localhost", "127.0.0.1", "::1"],
            userID: "com.example.app"
        )
        let certificate = identity.certificate
        #expect(certificate.commonName == "server")
        #expect(certificate.userID == "com.example.app")
        #expect(certificate.notBefore == 1_000 && certificate.notAfter == 2_000_000_000)
        #expect(identity.certificates.last == authority.certificate)
        #expect(authority.certificate.commonName == "Tests")
        let isOwn = certificate.isMade(for: identity.key)
        let isRoot = authority.certificate.isMade(for: identity.key)
        #expect(isOwn && !isRoot)
        for name in ["localhost", "\u{7F}\0\0\u{1}"] {
            let needle = Array(name.unicodeScalars.map { UInt8($0.value) })
            #expect(certificate.der.contains(needle), "\(name)")
        }
    }

    @Test func `no two certificates are the same`() throws {
        let authority = try CertificateAuthority(named: "Tests", from: 0, until: 1)
        let one = try authority.identity(named: "a").certificate
        let other = try authority.identity(named: "a").certificate
        #expect(one != other)
        let again = try CertificateAuthority(named: "Tests", from: 0, until: 1).certificate
        #expect(again != authority.certificate)
    }

    @Test(arguments: [
        "", "a,DNS:b", "a b", "a\nb", "a=b", "a/b", "b\u{FC}cher.example",
        String(repeating: "a", count: 254), "*", "*.", "*a.example", "a.*.example", "*.*.example",
    ])
    func `a host that is no name and no address is refused`(_ host: String) throws {
        let authority = try CertificateAuthority(named: "Tests", from: 0, until: 1)
        #expect(throws: OpenSSLError.invalidName) {
            _ = try authority.identity(named: "a", for: [host])
        }
    }

    @Test(arguments: ["", String(repeating: "a", count: 65)])
    func `a common name has 1 to 64 bytes`(_ name: String) throws {
        #expect(throws: OpenSSLError.invalidName) {
            _ = try CertificateAuthority(named: name, from: 0, until: 1)
        }
        let authority = try CertificateAuthority(named: "Tests", from: 0, until: 1)
        #expect(throws: OpenSSLError.invalidName) { _ = try authority.identity(named: name) }
    }
}
