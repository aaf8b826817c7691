// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SealedPushAPNs
import SealedPushCoding
package import SealedPushOpenSSL

/// The certificates and the key of a lab, in a folder that is made once: what clients trust today
/// they trust tomorrow.
package struct LabKeys: Sendable {
    /// The id of the key that is made.
    package static let keyID = "LABKEY0001"
    /// The id of its team.
    package static let teamID = "LABTEAM001"

    /// The folder.
    package let folder: URL
    /// The authority of the push service's certificate, its key and certificate in PEM.
    package let authority: [UInt8]

    /// The certificate that clients are to trust, in PEM.
    package var root: URL { folder.appending(path: "root.pem") }
    /// The key of provider tokens, as Apple gives one out.
    package var key: URL { folder.appending(path: "AuthKey_LAB.p8") }
    /// A client's certificate with its key, without a passphrase.
    package var archive: URL { folder.appending(path: "client.p12") }
    /// The same in PEM.
    package var identity: URL { folder.appending(path: "client.pem") }
    private var authorityFile: URL { folder.appending(path: "authority.pem") }

    /// Takes a folder with what is there, and makes what is missing.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is made for its user alone if it is not there.
    ///   - topic: The topic that the client's certificate is for.
    /// - Throws: ``LabKeysError``.
    package init(in folder: URL, topic: String) throws(LabKeysError) {
        self.folder = folder
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let name = folder.appending(path: "authority.pem")
            authority = try SettledFile.content(of: name) {
                // To the last second of the year 9999 (RFC 5280, section 4.1.2.5).
                try CertificateAuthority(
                    named: "SealedPush lab",
                    from: 0,
                    until: 253_402_300_799
                ).plainPEM()
            }
        } catch let error as OpenSSLError {
            throw .unusable(folder.appending(path: "authority.pem").path, error)
        } catch {
            throw .notWritten(folder.path)
        }
        try make(for: topic)
    }

    private func make(for topic: String) throws(LabKeysError) {
        let made: CertificateAuthority
        do throws(OpenSSLError) {
            made = try CertificateAuthority(reading: authority.span)
        } catch {
            throw .unusable(authorityFile.path, error)
        }
        do {
            try SettledFile.write(made.certificate.pem, to: root, mode: 0o644)
            _ = try SettledFile.content(of: key) { try P256PrivateKey().plainPEM() }
            guard !isThere(for: topic, by: made.certificate) else { return }
            let client = try made.identity(named: "SealedPush lab", userID: topic)
            try SettledFile.write(client.plainPEM(), to: identity, mode: 0o600)
            try SettledFile.write(client.pkcs12(named: topic), to: archive, mode: 0o600)
        } catch let error as OpenSSLError {
            throw .unusable(folder.path, error)
        } catch {
            throw .notWritten(folder.path)
        }
    }

    /// Whether the client's certificate is there, is for this topic, and is this authority's.
    private func isThere(for topic: String, by issuer: Certificate) -> Bool {
        guard FileManager.default.fileExists(atPath: archive.path),
            let pem = FileManager.default.contents(atPath: identity.path),
            let client = try? TLSIdentity(pem: Array(pem).span)
        else { return false }
        return client.certificate.pushTopics == [topic] && client.certificates.contains(issuer)
    }
}

/// The reason for which a lab has no keys.
package enum LabKeysError: Error, Sendable, Hashable {
    /// The folder, or a file in it, can't be written.
    case notWritten(String)
    /// A file in it is damaged, or OpenSSL makes none.
    case unusable(String, OpenSSLError)
}

extension LabKeysError: ExplainedError {
    /// The fault, in words.
    package var message: String {
        switch self {
        case .notWritten(let path): "the folder of keys can't be written: \(path)"
        case .unusable(let path, let error): "\(path) can't be used: \(error.message)"
        }
    }
}

/// Files that are there whole or not at all, also if several processes make them at once.
private enum SettledFile {
    /// The content of a file, which is made if it is not there; the first of several makers wins.
    static func content(of file: URL, make: () throws -> String) throws -> [UInt8] {
        if let content = FileManager.default.contents(atPath: file.path) { return Array(content) }
        let partial = try partial(of: file, Array(try make().utf8), mode: 0o600)
        defer { try? FileManager.default.removeItem(at: partial) }
        try? FileManager.default.linkItem(at: partial, to: file)
        return Array(try Data(contentsOf: file))
    }

    static func write(_ text: String, to file: URL, mode: Int) throws {
        try write(Array(text.utf8), to: file, mode: mode)
    }

    /// Writes a file in the place of the one that is there, unless that has the same content.
    static func write(_ bytes: [UInt8], to file: URL, mode: Int) throws {
        guard FileManager.default.contents(atPath: file.path) != Data(bytes) else { return }
        let partial = try partial(of: file, bytes, mode: mode)
        guard unsafe rename(partial.path, file.path) == 0 else {
            try? FileManager.default.removeItem(at: partial)
            throw CocoaError(.fileWriteUnknown)
        }
    }

    private static func partial(of file: URL, _ bytes: [UInt8], mode: Int) throws -> URL {
        let partial = file.appendingPathExtension("partial-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: partial.path,
                contents: nil,
                attributes: [.posixPermissions: mode]
            )
        else { throw CocoaError(.fileWriteUnknown) }
        try Data(bytes).write(to: partial)
        return partial
    }
}
