// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import Foundation
import SealedPushOpenSSL
import TestSupport
import Testing

struct PrivateKeyTests {
    @Test(arguments: [
        ("token.p8", nil), ("sec1.pem", nil), ("token.der", nil), ("sec1.der", nil),
        ("encrypted.pem", Sample.passphrase), ("traditional.pem", Sample.passphrase),
        ("token.p8", Sample.passphrase), ("explicit.pem", nil), ("explicit.der", nil),
    ])
    func `a key of P-256 is read from each form`(_ name: String, _ passphrase: [UInt8]?) throws {
        let file = try Sample.bytes(name)
        let key =
            if let passphrase {
                try P256PrivateKey(reading: file.span, passphrase: passphrase.span)
            } else {
                try P256PrivateKey(reading: file.span)
            }
        #expect(try key.publicKey.der == Sample.bytes("token-public.der"))
    }

    @Test(arguments: [
        ("token.p8", KeyKind.p256), ("p384.pem", .otherCurve), ("rsa.pem", .rsa(bits: 2048)),
        ("ed25519.pem", .other), ("identity.pem", .rsa(bits: 2048)),
    ])
    func `a key says its kind`(_ name: String, _ kind: KeyKind) throws {
        #expect(try PrivateKey.kind(in: Sample.bytes(name)) == kind)
    }

    @Test(arguments: [
        ("p384.pem", KeyKind.otherCurve), ("rsa.pem", .rsa(bits: 2048)), ("ed25519.pem", .other),
    ])
    func `a key of another kind is refused, and named`(_ name: String, _ kind: KeyKind) throws {
        let file = try Sample.bytes(name)
        #expect(throws: OpenSSLError.wrongKind(kind)) { _ = try P256PrivateKey(reading: file.span) }
    }

    @Test(arguments: ["encrypted.pem", "traditional.pem"])
    func `an encrypted key needs its passphrase, and no terminal is asked`(_ name: String) throws {
        let file = try Sample.bytes(name)
        #expect(throws: OpenSSLError.passphraseNeeded) { try PrivateKey.kind(in: file) }
        for wrong in ["", "wrong", String(repeating: "long", count: 1000)] {
            #expect(throws: OpenSSLError.wrongPassphrase) {
                try PrivateKey.kind(in: file, passphrase: Array(wrong.utf8))
            }
        }
    }

    @Test func `an encrypted key may ask for ten million iterations and no more`() throws {
        let file = try Sample.bytes("iterations.pem")
        #expect(throws: OpenSSLError.tooManyIterations(limit: 10_000_000)) {
            try PrivateKey.kind(in: file, passphrase: Sample.passphrase)
        }
    }

    @Test func `the algorithm of an encrypted key may be nested as deep as a file allows`() {
        let info = DER.sequence(
            DER.sequence(DER.rsaEncryption, DER.nest(100_000)),
            DER.octets([1])
        )
        let text = Data(info).base64EncodedString()
        let pem =
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\n\(text)\n-----END ENCRYPTED PRIVATE KEY-----\n"
        #expect(throws: OpenSSLError.tooManyIterations(limit: 10_000_000)) {
            try PrivateKey.kind(in: Array(pem.utf8), passphrase: Sample.passphrase)
        }
    }

    @Test(arguments: [
        ("push.pem", FileContent.certificate), ("token-public.der", .publicKey),
        ("modern.p12", .archive),
    ])
    func `a file without a key is told`(_ name: String, _ content: FileContent) throws {
        let file = try Sample.bytes(name)
        #expect(throws: OpenSSLError.unexpected(content)) { try PrivateKey.kind(in: file) }
    }

    @Test func `an encrypted key is read from DER as it is from PEM`() throws {
        let text = String(decoding: try Sample.bytes("encrypted.pem"), as: UTF8.self)
        let base64 = text.split(separator: "\n").dropFirst().dropLast().joined()
        let der = Array(try #require(Data(base64Encoded: base64)))
        #expect(try PrivateKey.kind(in: der, passphrase: Sample.passphrase) == .p256)
        #expect(throws: OpenSSLError.passphraseNeeded) { try PrivateKey.kind(in: der) }
        #expect(throws: OpenSSLError.wrongPassphrase) {
            try PrivateKey.kind(in: der, passphrase: [1])
        }
        for wrong in [Array(der.dropLast()), der + [0], Array(der.dropFirst())] {
            #expect(throws: OpenSSLError.noPrivateKey) {
                try PrivateKey.kind(in: wrong, passphrase: Sample.passphrase)
            }
        }
    }

    @Test func `a key is lent as DER, which is read back`() throws {
        for name in ["token.p8", "rsa.pem", "ed25519.pem"] {
            let file = try Sample.bytes(name)
            let key = try PrivateKey(reading: file.span)
            let kind = key.withDER { der in try? PrivateKey(reading: der).kind }
            #expect(kind == key.kind)
            let again = key.withDERArray { der in try? PrivateKey(reading: der.span).kind }
            #expect(again == key.kind)
        }
        let token = try Sample.bytes("token.p8")
        let der = try P256PrivateKey(reading: token.span).withDER { der in der.count }
        #expect(der == 138)
    }

    @Test func `an RSA key is read from each form, and lent as PKCS#8`() throws {
        let rsa = try Sample.bytes("rsa.pem")
        let whole = try PrivateKey(reading: rsa.span).withDER { der in der.indices.map { der[$0] } }
        // RSAPrivateKey: what stands in the last element.
        let own = Array(whole.dropFirst(26))
        let text = Data(own).base64EncodedString(options: [.lineLength64Characters])
        let pem = "-----BEGIN RSA PRIVATE KEY-----\n\(text)\n-----END RSA PRIVATE KEY-----\n"
        for file in [whole, own, Array(pem.utf8)] {
            let key = try PrivateKey(reading: file.span)
            #expect(key.kind == .rsa(bits: 2048))
            let lent = key.withDER { der in der.indices.map { der[$0] } }
            #expect(lent == whole)
        }
    }

    @Test func `a key in DER is whole, and nothing follows it`() throws {
        let sec1 = try Sample.bytes("sec1.der")
        let pkcs8 = try PrivateKey(reading: sec1.span).withDER { der in
            der.indices.map { der[$0] }
        }
        for file in [sec1, pkcs8] {
            for wrong in [Array(file.dropLast()), file + [0], Array(file.dropFirst())] {
                #expect(throws: OpenSSLError.noPrivateKey) { try PrivateKey.kind(in: wrong) }
            }
            // A length that comes later, one in no bytes, and one that is longer than all that
            // there is.
            for length in [[0x80], [0xFF], [0x88] + [UInt8](repeating: 0xFF, count: 8)] {
                let wrong = [file[0]] + length + file.dropFirst(2)
                #expect(throws: OpenSSLError.noPrivateKey) { try PrivateKey.kind(in: wrong) }
            }
        }
    }

    @Test(
        arguments: [
            { $0 }, { $0.replacing("\n", with: "\r\n") }, { $0.replacing("\n", with: " \t\n") },
            { "Bag Attributes: none\n\n" + $0 }, { $0 + "and more" }, { String($0.dropLast()) },
            { "-----BEGIN EC PARAMETERS-----\nBggq\n-----END EC PARAMETERS-----\n" + $0 },
            { "\u{FEFF}" + $0 },
            { $0.replacing("g", with: " g\t") },
            { "-----BEGIN EC PARAMETERS-----\n-----END EC PARAMETERS-----\n" + $0 },
            { "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n" + $0 },
            { $0 + "-----BEGIN PRIVATE KEY-----\nBggq\n" },
            { "-----END PRIVATE KEY-----\n" + $0 },
            {
                "-----BEGIN OPENSSH PRIVATE KEY-----\nBggq\n-----END OPENSSH PRIVATE KEY-----\n"
                    + $0
            },
            { "-----BEGIN DSA PRIVATE KEY-----\nBggq\n-----END DSA PRIVATE KEY-----\n" + $0 },
        ] as [@Sendable (String) -> String]
    )
    func `a PEM is read whatever its line ends and what is around it`(
        _ change: @Sendable (String) -> String
    ) throws {
        let text = String(decoding: try Sample.bytes("token.p8"), as: UTF8.self)
        let file = Array(change(text).utf8)
        let key = try P256PrivateKey(reading: file.span)
        #expect(try key.publicKey.der == Sample.bytes("token-public.der"))
    }

    @Test(
        arguments: [
            { $0.replacing("END PRIVATE", with: "END PUBLIC") }, { String($0.dropLast(2)) },
            { $0.replacing("-----END", with: "----END") }, { $0.replacing("M", with: "*") },
            { $0.replacing("\n-----END", with: "=\n-----END") },
            { $0.replacing("-----\nM", with: "-----\n=M") },
            { $0.replacing("BEGIN PRIVATE KEY-----", with: "BEGIN PRIVATE KEY----") },
            { _ in "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n" },
            { _ in "-----BEGIN -----" }, { _ in "-----BEGIN " },
            { _ in "-----BEGIN PRIVATE KEY-----" },
        ] as [@Sendable (String) -> String]
    )
    func `a PEM that is damaged holds no key`(_ change: @Sendable (String) -> String) throws {
        let text = String(decoding: try Sample.bytes("token.p8"), as: UTF8.self)
        let file = Array(change(text).utf8)
        #expect(throws: OpenSSLError.noPrivateKey) { try PrivateKey.kind(in: file) }
    }

    @Test func `a file of more than a megabyte is refused before it is read`() {
        let file = [UInt8](repeating: 0x2D, count: (1 << 20) + 1)
        #expect(throws: OpenSSLError.tooLarge(limit: 1 << 20)) { try PrivateKey.kind(in: file) }
    }

    @Test(arguments: [
        "token.p8", "token.der", "sec1.der", "encrypted.pem", "traditional.pem",
    ])
    func `a file cut short or with a byte changed is read or refused, never a trap`(
        _ name: String
    ) throws {
        let file = try Sample.bytes(name)
        var generator = SeededGenerator(seed: 7)
        // Each passphrase that is tried costs thousands of hashes.
        let step = name == "encrypted.pem" ? 9 : 3
        for count in stride(from: 0, to: file.count, by: step) {
            _ = try? PrivateKey.kind(in: Array(file.prefix(count)), passphrase: [1])
            var changed = file
            changed[count] = UInt8.random(in: 0...255, using: &generator)
            _ = try? PrivateKey.kind(in: changed, passphrase: [1])
        }
        #expect(throws: OpenSSLError.unexpected(.nothing)) { try PrivateKey.kind(in: []) }
    }

    @Test(
        arguments: [
            OpenSSLError.tooLarge(limit: 1), .noPrivateKey, .passphraseNeeded, .wrongPassphrase,
            .wrongKind(.rsa(bits: 2048)), .tooManyIterations(limit: 1),
            .invalidScalar, .invalidPublicKey, .invalidSignature,
            .noCertificate, .invalidCertificate, .keyMismatch, .invalidArchive, .invalidName,
            .unavailable(code: 7),
        ] + FileContent.allCases.map { .unexpected($0) }
    )
    func `each error is explained in a line of its own`(_ error: OpenSSLError) {
        let line = error.description
        #expect(line.count > 20 && !line.contains("\n") && !line.hasSuffix("."))
    }
}
