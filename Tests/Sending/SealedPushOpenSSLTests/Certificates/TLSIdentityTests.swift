// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL
import TestSupport
import Testing

struct TLSIdentityTests {
    private static let push = "Apple Push Services: com.example.app"

    @Test(arguments: [
        ("modern.p12", "correct horse", [push, "Example Root"]),
        ("keychain.p12", "correct horse", [push]),
        ("without-passphrase.p12", "", [push]),
        ("without-code.p12", "", [push]),
    ])
    func `an archive gives its key and certificates`(
        _ name: String,
        _ passphrase: String,
        _ names: [String]
    ) throws {
        let facts = try IdentityFacts(
            pkcs12: Sample.bytes(name),
            passphrase: Array(passphrase.utf8)
        )
        #expect(facts == IdentityFacts(kind: .rsa(bits: 2048), names: names))
    }

    @Test(arguments: [
        ("modern.p12", "wrong", OpenSSLError.wrongPassphrase),
        ("keychain.p12", "", .wrongPassphrase),
        ("without-passphrase.p12", "correct horse", .wrongPassphrase),
        ("modern.p12", "correct horse\0", .wrongPassphrase),
        ("without-key.p12", "correct horse", .noPrivateKey),
        ("push.pem", "correct horse", .invalidArchive),
        ("token.der", "correct horse", .invalidArchive),
    ])
    func `an archive that can't be opened says why`(
        _ name: String,
        _ passphrase: String,
        _ error: OpenSSLError
    ) throws {
        let file = try Sample.bytes(name)
        #expect(throws: error) {
            try IdentityFacts(pkcs12: file, passphrase: Array(passphrase.utf8))
        }
    }

    @Test func `one file or two give an identity, whose own certificate comes first`() throws {
        let expected = IdentityFacts(kind: .rsa(bits: 2048), names: [Self.push, "Example Root"])
        #expect(try IdentityFacts(pem: Sample.bytes("identity.pem")) == expected)
        let chain = try Sample.bytes("chain.pem")
        let key = try Sample.bytes("rsa.pem")
        #expect(try IdentityFacts(pem: chain, key: key) == expected)
        let root = try Sample.bytes("root.pem")
        let push = try Sample.bytes("push.pem")
        #expect(try IdentityFacts(pem: root + push, key: key) == expected)
    }

    @Test func `a certificate of another key is told`() throws {
        let root = try Sample.bytes("root.pem")
        let key = try Sample.bytes("rsa.pem")
        #expect(throws: OpenSSLError.keyMismatch) { try IdentityFacts(pem: root, key: key) }
        #expect(throws: OpenSSLError.unexpected(.certificate)) { try IdentityFacts(pem: root) }
        #expect(throws: OpenSSLError.unexpected(.privateKey)) { try IdentityFacts(pem: key) }
    }

    @Test(arguments: ["code", "certificate", "key"])
    func `an archive may ask for ten million iterations and no more`(_ part: String) throws {
        let file = try Sample.bytes("iterations-\(part).p12")
        #expect(throws: OpenSSLError.tooManyIterations(limit: 10_000_000)) {
            try IdentityFacts(pkcs12: file, passphrase: Sample.passphrase)
        }
    }

    /// An archive, without a code unless told.
    private func archive(_ parts: [[UInt8]], code: [UInt8] = []) -> [UInt8] {
        let all = parts.flatMap { part in
            DER.sequence(DER.data, DER.tagged(0, DER.octets(DER.sequence(part))))
        }
        return DER.sequence(
            DER.integer(3),
            DER.sequence(DER.data, DER.tagged(0, DER.octets(DER.sequence(all)))),
            code
        )
    }

    /// The code whose algorithm has its iterations, and not its field (RFC 9579).
    @Test func `iterations are bounded also of a code by PBMAC1`() {
        // Twenty million.
        let salted = DER.sequence(DER.octets([1]), DER.integer(0x01, 0x31, 0x2D, 0x00))
        let algorithm = DER.sequence(DER.pbmac1, DER.sequence(DER.sequence(DER.pbkdf2, salted)))
        let digest = DER.sequence(algorithm, DER.octets([UInt8](repeating: 0, count: 32)))
        let file = archive([], code: DER.sequence(digest, DER.octets([1]), DER.integer(1)))
        #expect(throws: OpenSSLError.tooManyIterations(limit: 10_000_000)) {
            try IdentityFacts(pkcs12: file, passphrase: Sample.passphrase)
        }
    }

    @Test func `an archive has 16 parts and no more`() {
        for (count, error) in [(16, OpenSSLError.noPrivateKey), (17, .invalidArchive)] {
            let file = archive([[UInt8]](repeating: [], count: count))
            #expect(throws: error) { try IdentityFacts(pkcs12: file, passphrase: []) }
        }
    }

    /// A bag in so many others.
    private func nested(_ bag: [UInt8], _ depth: Int) -> [UInt8] {
        (0..<depth).reduce(bag) { bag, _ in
            DER.sequence(DER.safeContentsBag, DER.tagged(0, DER.sequence(bag)))
        }
    }

    @Test(arguments: 0...3)
    func `iterations are bounded also of a key in a bag in a bag`(_ depth: Int) {
        let key = DER.sequence(
            DER.sequence(
                DER.tripleDES,
                // Twenty million.
                DER.sequence(DER.octets([1]), DER.integer(0x01, 0x31, 0x2D, 0x00))
            ),
            DER.octets([UInt8](repeating: 0, count: 8))
        )
        let bag = DER.sequence(DER.shroudedKeyBag, DER.tagged(0, key))
        let file = archive([nested(bag, depth)])
        #expect(throws: OpenSSLError.tooManyIterations(limit: 10_000_000)) {
            try IdentityFacts(pkcs12: file, passphrase: Sample.passphrase)
        }
    }

    @Test func `bags stand in each other four deep and no deeper`() {
        let empty = DER.sequence(DER.safeContentsBag, DER.tagged(0, DER.sequence()))
        for (depth, error) in [(2, OpenSSLError.noPrivateKey), (3, .invalidArchive)] {
            let file = archive([nested(empty, depth)])
            #expect(throws: error) { try IdentityFacts(pkcs12: file, passphrase: []) }
        }
    }

    @Test func `what is in an archive is looked at after its code was`() throws {
        let file = try Sample.bytes("modern.p12")
        // From the first byte of the parts on: version, kind and heads stand before.
        for place in 30..<60 {
            var changed = file
            changed[place] ^= 1
            #expect(throws: OpenSSLError.wrongPassphrase, "\(place)") {
                try IdentityFacts(pkcs12: changed, passphrase: Sample.passphrase)
            }
        }
    }

    @Test func `an archive without a code that is damaged says so`() throws {
        let file = try Sample.bytes("plain.p12")
        #expect(try IdentityFacts(pkcs12: file, passphrase: []).names == ["Plain"])
        for place in file.indices {
            for bit in [1, 0x80] as [UInt8] {
                var changed = file
                changed[place] ^= bit
                do { _ = try IdentityFacts(pkcs12: changed, passphrase: []) } catch {
                    if case .unavailable = error { Issue.record("\(place) \(bit)") }
                }
            }
        }
    }

    @Test(arguments: ["modern.p12", "keychain.p12"])
    func `an archive cut short or with a byte changed is refused or read, never a trap`(
        _ name: String
    ) throws {
        let file = try Sample.bytes(name)
        var generator = SeededGenerator(seed: 13)
        for count in stride(from: 0, to: file.count, by: 29) {
            let beginning = Array(file.prefix(count))
            #expect(throws: OpenSSLError.self) {
                try IdentityFacts(pkcs12: beginning, passphrase: Sample.passphrase)
            }
            var changed = file
            changed[count] = UInt8.random(in: 0...255, using: &generator)
            _ = try? IdentityFacts(pkcs12: changed, passphrase: Sample.passphrase)
        }
    }
}
