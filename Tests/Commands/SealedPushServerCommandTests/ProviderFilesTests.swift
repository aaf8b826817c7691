// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushAPNs
import SealedPushOpenSSL
import SealedPushRelay
import TestSupport
import Testing

@testable import SealedPushServerCommand

/// What is said of a provider's files that can't be used.
struct ProviderFilesTests {
    private let folder = TemporaryFolder()

    private func sample(_ name: String) throws -> [UInt8] {
        try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/\(name)")
    }

    private func error(_ arguments: [String]) throws -> CommandError? {
        let options = try ProviderOptions.parse(arguments)
        do throws(CommandError) {
            _ = try options.client(APNsConfiguration(.sandbox), ProviderKeys(keptIn: nil))
            return nil
        } catch {
            return error
        }
    }

    /// A certificate whose time is counted from now, in days.
    private func certificate(
        from start: Int64,
        until end: Int64
    ) throws -> (der: [UInt8], pem: String, key: [UInt8]) {
        let now = Int64(Date().timeIntervalSince1970)
        let authority = try CertificateAuthority(
            named: "Tests",
            from: now + start * 86_400,
            until: now + end * 86_400 + 60
        )
        let identity = try authority.identity(named: "push", userID: "com.example.app")
        let certificate = identity.certificate
        return (certificate.der, certificate.pem, identity.key.withDERArray { $0 })
    }

    @Test(
        arguments: [
            (-400, -1, "certificateExpired"), (-400, -365, "certificateExpired"), (-1, 0, nil),
            (-1, 29, nil), (-1, 365, nil), (1, 30, "certificateNotYetValid"),
        ] as [(Int64, Int64, String?)]
    )
    func `a certificate outside of its time ends with 6 and the date`(
        _ start: Int64,
        _ end: Int64,
        _ name: String?
    ) throws {
        let made = try certificate(from: start, until: end)
        try folder.write(made.pem, to: "c")
        try folder.write(made.key, to: "k")
        let error = try error([
            "--certificate", folder.path("c"), "--certificate-key", folder.path("k"),
        ])
        #expect(error?.name == name)
        guard name != nil else { return }
        #expect(error?.status == .storeUnusable)
        let date = Date().addingTimeInterval(Double(start > 0 ? start : end) * 86_400)
        #expect(error?.message.contains(date.formatted(.iso8601.year().month().day())) == true)
    }

    @Test func `a certificate that ends within 30 days is taken, and its end is noted`()
        async throws
    {
        let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let tests = ProviderFilesTests()
            for days in [29, 31] as [Int64] {
                let made = try tests.certificate(from: -1, until: days)
                try tests.folder.write(made.pem, to: "c")
                try tests.folder.write(made.key, to: "k")
                let (file, key) = (tests.folder.path("c"), tests.folder.path("k"))
                let error = try tests.error(["--certificate", file, "--certificate-key", key])
                #expect(error == nil)
            }
        }
        let errors = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
        let notes = errors.split(separator: "\n").filter { $0.contains("the certificate ends on") }
        let date = Date().addingTimeInterval(29 * 86_400 + 60)
        #expect(notes.count == 1)
        #expect(notes.first?.contains(date.formatted(.iso8601.year().month().day())) == true)
    }

    @Test func `a certificate in DER is taken with its key, and with no other`() throws {
        let made = try certificate(from: -1, until: 100)
        try folder.write(made.der, to: "c.cer")
        try folder.write(made.key, to: "k")
        try folder.write(try sample("token.der"), to: "other")
        let both = ["--certificate", folder.path("c.cer"), "--certificate-key"]
        #expect(try error(both + [folder.path("k")]) == nil)
        #expect(
            try error(both + [folder.path("other")])?.message.contains("another private key")
                == true
        )
    }

    @Test func `a key beside an archive is refused, and not left out without a word`() throws {
        let made = try certificate(from: -1, until: 100)
        let key = try P256PrivateKey(PrivateKey(reading: made.key.span)).pem()
        let archive = try Archive.bytes(certificate: made.pem, key: key, passphrase: "")
        try folder.write(archive, to: "c.p12")
        try folder.write(made.key, to: "k")
        let alone = ["--certificate", folder.path("c.p12")]
        let error = try error(alone + ["--certificate-key", folder.path("k")])
        #expect(error?.status == .usage)
        #expect(error?.message.contains("not with a .p12") == true)
    }

    /// A passphrase file, and what is said where it opens nothing.
    static let passphrases: [(bytes: [UInt8], words: String?)] = [
        (Array("correct horse".utf8), nil), (Array("correct horse\n".utf8), nil),
        (Array("correct horse\r\n".utf8), nil),
        ([0xEF, 0xBB, 0xBF] + Array("correct horse".utf8), "byte order mark"),
        ([0xFF, 0xFE] + "correct horse".utf16.flatMap { [UInt8($0), 0] }, "UTF-16"),
        ("correct horse".utf16.flatMap { [0, UInt8($0)] }, "UTF-16"),
        ([0x63, 0xF6, 0x72], "not in UTF-8"), (Array("correct h\u{F6}rse".utf8), "beyond ASCII"),
        (Array("correct horse\n\n".utf8), "more than one line"),
        (Array("correct horse\r".utf8), "more than one line"),
        (Array(" correct horse".utf8), "a space"), (Array("correct horse \n".utf8), "a space"),
    ]

    @Test(arguments: passphrases.indices)
    func `a passphrase that opens nothing says what is wrong with its file`(
        _ index: Int
    ) throws {
        let (bytes, words) = Self.passphrases[index]
        let made = try certificate(from: -1, until: 100)
        let key = try P256PrivateKey(PrivateKey(reading: made.key.span)).pem()
        let archive = try Archive.bytes(
            certificate: made.pem,
            key: key,
            passphrase: "correct horse"
        )
        try folder.write(archive, to: "c")
        try folder.write(bytes, to: "phrase")
        let error = try error([
            "--certificate", folder.path("c"), "--passphrase-file", folder.path("phrase"),
        ])
        #expect((error == nil) == (words == nil))
        guard let words else { return }
        #expect(error?.message.contains("the passphrase does not open the file") == true)
        #expect(error?.hint?.contains(words) == true, "\(error?.hint ?? "")")
        let none = try self.error(["--certificate", folder.path("c")])
        #expect(none?.hint?.contains("--passphrase-file FILE") == true)
    }
}
