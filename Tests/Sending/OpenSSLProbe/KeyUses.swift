// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPushCrypto
import SealedPushOpenSSL

/// All that servers do with keys, one thing each; when one has come to its end, its keys have gone.
struct KeyUses: Sendable {
    let samples: String
    let folder: String
    let message: String

    var all: [@Sendable () throws -> Void] {
        let keys = [
            "token.p8", "token.der", "sec1.pem", "long-encrypted.pem", "long-traditional.pem",
        ]
        let archives = ["long-modern.p12", "long-keychain.p12"]
        return keys.map { name in { try sign(name) } }
            + archives.map { name in { try open(name) } }
            + [openPlain, readIdentity, readKey, make, certify]
    }

    /// Opens an archive that is not encrypted.
    private func openPlain() throws {
        let identity = try read("plain.p12").withBytes { file throws(OpenSSLError) in
            try TLSIdentity(pkcs12: file, passphrase: Span())
        }
        lend(identity.key)
    }

    /// Signs a provider token.
    private func sign(_ name: String) throws {
        let signature = try signature(by: key(name))
        OpenSSLProbe.tell(signature.bytes.map { String(format: "%02x", $0) }.joined())
    }

    func signature(by key: borrowing P256PrivateKey) throws -> P256Signature {
        let bytes = Array(message.utf8)
        return try key.signature(for: bytes.span)
    }

    private func open(_ name: String) throws {
        let passphrase = try read("long-passphrase.txt")
        let identity = try read(name).withBytes { file throws(OpenSSLError) in
            try passphrase.withBytes { passphrase throws(OpenSSLError) in
                try TLSIdentity(pkcs12: file, passphrase: passphrase)
            }
        }
        lend(identity.key)
    }

    private func readIdentity() throws {
        let identity = try read("identity.pem").withBytes { file throws(OpenSSLError) in
            try TLSIdentity(pem: file)
        }
        lend(identity.key)
    }

    private func readKey() throws {
        let key = try read("rsa.pem").withBytes { file throws(OpenSSLError) in
            try PrivateKey(reading: file)
        }
        lend(key)
    }

    /// Lends a key to who takes spans, and to who takes arrays.
    private func lend(_ key: borrowing PrivateKey) {
        _ = key.withDER { $0.count }
        _ = key.withDERArray { $0.count }
    }

    /// Makes a key, writes it out, reads it again and signs.
    private func make() throws {
        try write(P256PrivateKey(), to: "made.der")
        let key = try read("made.der", in: folder).withBytes { file throws(OpenSSLError) in
            try P256PrivateKey(reading: file)
        }
        _ = try signature(by: key)
    }

    /// Makes a key with a certificate, and signs that.
    private func certify() throws {
        let authority = try CertificateAuthority(named: "Probe", from: 0, until: 1)
        let identity = try authority.identity(named: "probe")
        try identity.key.withDER { der in try write(der, to: "certified.der") }
    }

    /// Reads a key of the samples, encrypted or not.
    func key(_ name: String) throws -> P256PrivateKey {
        let passphrase = try read("long-passphrase.txt")
        return try read(name).withBytes { file throws(OpenSSLError) in
            try passphrase.withBytes { passphrase throws(OpenSSLError) in
                try P256PrivateKey(reading: file, passphrase: passphrase)
            }
        }
    }

    /// Reads a file as the commands do.
    private func read(_ name: String, in folder: String? = nil) throws -> SecretBytes {
        try InputFile("\(folder ?? samples)/\(name)").readWiped(name, upTo: 1 << 16)
    }

    private func write(_ key: borrowing P256PrivateKey, to name: String) throws {
        try key.withDER { der in try write(der, to: name) }
    }

    /// Writes straight from where the bytes are.
    private func write(_ bytes: Span<UInt8>, to name: String) throws {
        let file = FileManager.default
        let path = "\(folder)/\(name)"
        guard file.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        defer { try? handle.close() }
        let descriptor = handle.fileDescriptor
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
        }
        guard count == bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }
}
