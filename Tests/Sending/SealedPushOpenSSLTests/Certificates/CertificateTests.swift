// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL
import TestSupport
import Testing

struct CertificateTests {
    @Test func `a push certificate says what it is for`() throws {
        let file = try Sample.bytes("push.pem")
        let certificate = try #require(try Certificate.all(in: file.span).first)
        #expect(certificate.commonName == "Apple Push Services: com.example.app")
        #expect(certificate.userID == "com.example.app")
        for number in 1...2 {
            let identifier = "1.2.840.113635.100.6.3.\(number)"
            #expect(certificate.content(ofExtension: identifier) != nil)
        }
        #expect(certificate.pushTopics == ["com.example.app", "com.example.app.voip"])
        #expect(certificate.notBefore == 1_795_307_724)
        #expect(certificate.notAfter == 1_795_307_724 + 365 * 86400)
    }

    @Test func `a certificate for anything else is for no pushes`() throws {
        let file = try Sample.bytes("root.pem")
        let certificate = try #require(try Certificate.all(in: file.span).first)
        #expect(certificate.content(ofExtension: "1.2.840.113635.100.6.3.1") == nil)
        #expect(certificate.pushTopics == [])
        #expect(certificate.userID == nil)
    }

    @Test func `a certificate is made for one key`() throws {
        let file = try Sample.bytes("push.pem")
        let certificate = try #require(try Certificate.all(in: file.span).first)
        for (name, isMade) in [("rsa.pem", true), ("token.p8", false), ("p384.pem", false)] {
            let key = try Sample.bytes(name)
            let made = certificate.isMade(for: try PrivateKey(reading: key.span))
            #expect(made == isMade, "\(name)")
        }
    }

    @Test func `all certificates of a file are read, in their order, and written again`() throws {
        let chain = try Sample.bytes("chain.pem")
        let certificates = try Certificate.all(in: chain.span)
        #expect(
            certificates.map(\.commonName) == [
                "Apple Push Services: com.example.app", "Example Root",
            ]
        )
        #expect(certificates.map(\.pem).joined() == String(decoding: chain, as: UTF8.self))
        let identity = try Sample.bytes("identity.pem")
        #expect(try Certificate.all(in: identity.span) == certificates)
    }

    @Test(
        arguments: [
            { $0.replacing("\nM", with: "\n*") }, { $0 + "-----BEGIN CERTIFICATE-----\nMIIB\n" },
            { "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n" + $0 },
            { "-----BEGIN CERTIFICATE-----\nMIIB\n" + $0 },
            { $0.replacing("END CERTIFICATE", with: "END X509 CRL") },
        ] as [@Sendable (String) -> String]
    )
    func `no certificate of a chain is left out because it is damaged`(
        _ change: @Sendable (String) -> String
    ) throws {
        let push = String(decoding: try Sample.bytes("push.pem"), as: UTF8.self)
        let root = String(decoding: try Sample.bytes("root.pem"), as: UTF8.self)
        for text in [push + change(root), change(root) + push] {
            let file = Array(text.utf8)
            #expect(throws: OpenSSLError.invalidCertificate) {
                try Certificate.all(in: file.span)
            }
        }
    }

    @Test func `what editors add takes no certificate away`() throws {
        let chain = String(decoding: try Sample.bytes("chain.pem"), as: UTF8.self)
        let expected = try Certificate.all(in: Array(chain.utf8).span)
        for text in [
            "\u{FEFF}" + chain, chain.replacing("g", with: "g "),
        ] {
            let all = try Certificate.all(in: Array(text.utf8).span)
            #expect(all == expected)
        }
    }

    @Test func `what is no certificate is refused`() throws {
        let files: [(String, FileContent)] = [
            ("token.p8", .privateKey), ("modern.p12", .archive), ("token.der", .privateKey),
            ("encrypted.pem", .privateKey), ("token-public.der", .publicKey),
        ]
        for (name, content) in files {
            let file = try Sample.bytes(name)
            #expect(throws: OpenSSLError.unexpected(content)) {
                try Certificate.all(in: file.span)
            }
        }
        let text = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        #expect(throws: OpenSSLError.invalidCertificate) {
            try Certificate.all(in: Array(text.utf8).span)
        }
        let large = [UInt8](repeating: 0x30, count: (1 << 20) + 1)
        #expect(throws: OpenSSLError.tooLarge(limit: 1 << 20)) { try Certificate(der: large.span) }
    }

    @Test func `a certificate cut short, longer or with a byte changed never traps`() throws {
        let file = try Sample.bytes("push.pem")
        let certificate = try #require(try Certificate.all(in: file.span).first)
        let der = certificate.der
        #expect(throws: OpenSSLError.invalidCertificate) { try Certificate(der: (der + [0]).span) }
        var generator = SeededGenerator(seed: 11)
        for count in der.indices {
            let beginning = Array(der.prefix(count))
            #expect(throws: OpenSSLError.invalidCertificate) {
                try Certificate(der: beginning.span)
            }
            var changed = der
            changed[count] = UInt8.random(in: 0...255, using: &generator)
            if let read = try? Certificate(der: changed.span) {
                _ = (read.pushTopics, read.pem)
            }
        }
    }
}

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
