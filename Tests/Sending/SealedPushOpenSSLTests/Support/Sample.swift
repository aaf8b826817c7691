// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL
import TestSupport

/// The files of `Samples`.
enum Sample {
    static func bytes(_ name: String) throws -> [UInt8] {
        try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/\(name)")
    }

    /// The numbers of `rsa.pem`, one INTEGER after the other.
    static var rsaNumbers: [UInt8] {
        get throws {
            // What stands in the last element, after heads and version.
            Array(try bytes("rsa.pem").pemContent.dropFirst(26 + 7))
        }
    }

    /// What the encrypted ones are opened with.
    static let passphrase = Array("correct horse".utf8)
}

// The module takes spans, which neither an expectation nor the end of a temporary can cope with:
// here it takes arrays.

extension PrivateKey {
    /// The kind of the key in `file`.
    static func kind(
        in file: [UInt8],
        passphrase: [UInt8]? = nil
    ) throws(OpenSSLError) -> KeyKind {
        guard let passphrase else { return try PrivateKey(reading: file.span).kind }
        return try PrivateKey(reading: file.span, passphrase: passphrase.span).kind
    }
}

extension PrivateKey {
    /// What the key in `file` is lent as.
    static func der(of file: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try PrivateKey(reading: file.span).withDER { der in der.indices.map { der[$0] } }
    }
}

extension P256PrivateKey {
    /// The public half of the key in `file`.
    static func point(in file: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try P256PrivateKey(reading: file.span).publicKey.bytes
    }

    init(scalar: [UInt8]) throws(OpenSSLError) {
        try self.init(scalar: scalar.span)
    }

    func signature(for message: [UInt8]) throws(OpenSSLError) -> P256Signature {
        try signature(for: message.span)
    }
}

extension P256PublicKey {
    init(reading bytes: [UInt8]) throws(OpenSSLError) {
        try self.init(reading: bytes.span)
    }

    init(der: [UInt8]) throws(OpenSSLError) {
        try self.init(der: der.span)
    }

    func isValidSignature(_ signature: P256Signature, for message: [UInt8]) -> Bool {
        isValidSignature(signature, for: message.span)
    }
}

extension P256Signature {
    init(reading bytes: [UInt8]) throws(OpenSSLError) {
        try self.init(reading: bytes.span)
    }

    init(der: [UInt8]) throws(OpenSSLError) {
        try self.init(der: der.span)
    }
}

/// What stands in an identity, to be compared.
struct IdentityFacts: Equatable {
    let kind: KeyKind
    let names: [String?]

    init(kind: KeyKind, names: [String?]) {
        self.kind = kind
        self.names = names
    }

    init(_ identity: borrowing TLSIdentity) {
        self.init(kind: identity.key.kind, names: identity.certificates.map(\.commonName))
    }

    init(pkcs12 file: [UInt8], passphrase: [UInt8]) throws(OpenSSLError) {
        self.init(try TLSIdentity(pkcs12: file.span, passphrase: passphrase.span))
    }

    init(pem certificates: [UInt8], key: [UInt8]? = nil) throws(OpenSSLError) {
        guard let key else {
            self.init(try TLSIdentity(pem: certificates.span))
            return
        }
        self.init(try TLSIdentity(pem: certificates.span, key: key.span))
    }
}
