// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushOpenSSL
import TestSupport
import Testing

struct PrivateKeyTests {
    @Test(arguments: [
        ("token.p8", nil), ("sec1.pem", nil), ("token.der", nil), ("sec1.der", nil),
        ("encrypted.pem", Sample.passphrase), ("traditional.pem", Sample.passphrase),
        ("token.p8", Sample.passphrase),
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
    func `an encrypted key needs its passphrase, and asks nobody`(_ name: String) throws {
        let file = try Sample.bytes(name)
        #expect(throws: OpenSSLError.passphraseNeeded) { try PrivateKey.kind(in: file) }
        for wrong in ["", "wrong", String(repeating: "long", count: 1000)] {
            #expect(throws: OpenSSLError.wrongPassphrase) {
                try PrivateKey.kind(in: file, passphrase: Array(wrong.utf8))
            }
        }
    }

    @Test(arguments: ["push.pem", "token-public.der", "modern.p12"])
    func `a file without a key is told`(_ name: String) throws {
        let file = try Sample.bytes(name)
        #expect(throws: OpenSSLError.noPrivateKey) { try PrivateKey.kind(in: file) }
    }

    @Test func `a key is lent as DER, which is read back`() throws {
        for name in ["token.p8", "rsa.pem", "ed25519.pem"] {
            let file = try Sample.bytes(name)
            let key = try PrivateKey(reading: file.span)
            let kind = try key.withDER { der in try? PrivateKey(reading: der).kind }
            #expect(kind == key.kind)
            let again = try key.withDERArray { der in try? PrivateKey(reading: der.span).kind }
            #expect(again == key.kind)
        }
        let token = try Sample.bytes("token.p8")
        let der = try P256PrivateKey(reading: token.span).withDER { der in der.count }
        #expect(der == 138)
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
        #expect(throws: OpenSSLError.noPrivateKey) { try PrivateKey.kind(in: []) }
    }

    @Test(arguments: [
        OpenSSLError.tooLarge(limit: 1), .noPrivateKey, .passphraseNeeded, .wrongPassphrase,
        .wrongKind(.rsa(bits: 2048)), .invalidScalar, .invalidPublicKey, .invalidSignature,
        .noCertificate, .invalidCertificate, .keyMismatch, .invalidArchive, .invalidName,
        .unavailable(code: 7),
    ])
    func `each error is explained in a line of its own`(_ error: OpenSSLError) {
        let line = error.description
        #expect(line.count > 20 && !line.contains("\n") && !line.hasSuffix("."))
    }
}
