// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import PushTransport
import SealedPush
import SealedPushAPNs
import SealedPushOpenSSL
import SimulatedAPNs
import TestSupport
import Testing

@testable import SealedPushServerCommand

/// `send`, to a server that plays APNs.
@Suite struct SendTests {
    private static let token = "a1b2c3d4"

    /// A server that knows one device, the key it trusts, and the files of who sends.
    private func send(
        _ payload: String,
        _ arguments: String...,
        faults: [FaultRule] = [],
        register change: (inout APNsDirectory, APNsDeviceToken) -> Void = { directory, token in
            directory.register(DeviceRegistration(of: "com.example.app", on: "phone"), as: token)
        }
    ) async throws -> (error: CommandError?, line: String, push: AcceptedPush?) {
        let folder = TemporaryFolder()
        let key = try P256PrivateKey()
        try folder.write(key.bytes(), to: "key.p8")
        try folder.write(payload, to: "payload")
        var directory = APNsDirectory()
        directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        change(&directory, try APNsDeviceToken(hex: Self.token))
        var configuration = ServerConfiguration(directory)
        configuration.script = FaultScript(faults)
        return try await APNsServer.run(configuration) { server in
            try folder.write(server.roots.pem, to: "root.pem")
            let given = [
                "--to", Self.token, "--host", "localhost", "--port", "\(server.port)",
                "--root", folder.path("root.pem"), "--key", folder.path("key.p8"),
                "--key-id", "ABC123DEFG", "--team-id", "DEF123GHIJ", "--time-limit", "86400",
                "--token-folder", folder.path("cache"),
            ]
            let command = try SendCommand.parse(given + arguments + [folder.path("payload")])
            let (id, result) = try await command.send(to: Self.token)
            let line = String(decoding: ResultLine.result(result, of: id), as: UTF8.self)
            return (CommandError(result, of: id), line, server.records.first?.push)
        }
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [[], ["--json"]]
    )
    func `a push that was taken, and could not be printed, is not to be sent again`(
        _ options: [String]
    ) async throws {
        let folder = TemporaryFolder()
        try folder.write(#"{"aps":{"alert":"Hi"}}"#, to: "payload")
        let (status, counts) = try await ServedShell.run(
            """
            send --to \(Self.token) --topic com.example.app \(options.joined()) payload \
                > /dev/full 2> errors
            """,
            in: folder,
            tokens: [Self.token]
        )
        let errors = try folder.text("errors")
        #expect(status == 9, "\(errors)")
        #expect(counts.accepted == 1)
        #expect(errors.contains("error: APNs took the push "))
        #expect(errors.contains("hint: do not send it again\n"))
    }

    @Test func `a payload goes as it is, with what the options say`() async throws {
        let (error, line, push) = try await send(
            #"{"aps":{"alert":"Dinner at eight?"},"encrypted-content":"AQEA"}"# + "\n",
            "--topic",
            "com.example.app",
            "--priority",
            "5",
            "--collapse-id",
            "dinner",
            "--expiration",
            "4102444800",
            "--id",
            "123E4567-e89b-12d3-a456-426655440000"
        )
        #expect(error == nil)
        let result = try JSONDocument(reading: Array(line.utf8)).root
        #expect(result["id"]?.string == "123e4567-e89b-12d3-a456-426655440000")
        #expect(result["result"]?.string == "accepted")
        #expect(result["receipt"]?.string.flatMap(APNsID.init) != nil)
        let accepted = try #require(push)
        #expect(
            String(decoding: accepted.payload, as: UTF8.self)
                == #"{"aps":{"alert":"Dinner at eight?"},"encrypted-content":"AQEA"}"#
        )
        #expect(accepted.topic == "com.example.app" && accepted.type == .alert)
        #expect(accepted.priority == 5 && accepted.collapseID == "dinner")
        #expect(accepted.expiration == 4_102_444_800)
    }

    @Test func `an .apns file names its topic, and what only wakes the app is a background push`()
        async throws
    {
        let (error, _, push) = try await send(
            #"{"aps":{"content-available":1},"Simulator Target Bundle":"com.example.app"}"#
        )
        #expect(error == nil)
        #expect(push?.type == .background && push?.priority == 5)
        #expect(
            push.map { String(decoding: $0.payload, as: UTF8.self) }
                == #"{"aps":{"content-available":1}}"#
        )
    }

    /// How a certificate and its key are given.
    enum CertificateForm: CaseIterable {
        case oneFile, twoFiles, archive
    }

    @Test(arguments: CertificateForm.allCases)
    func `a certificate authenticates, with its key in the file, beside it or in an archive`(
        _ form: CertificateForm
    ) async throws {
        let folder = TemporaryFolder()
        try folder.write(#"{"aps":{"alert":"Dinner at eight?"}}"#, to: "payload")
        var directory = APNsDirectory()
        directory.register(
            DeviceRegistration(of: "com.example.app", on: "phone"),
            as: try APNsDeviceToken(hex: Self.token)
        )
        try await APNsServer.run(ServerConfiguration(directory)) { server in
            let provider = try server.providerCertificate(for: "com.example.app")
            let certificate = provider.identity.certificate.pem
            let key = provider.identity.key.pem()
            try folder.write(server.roots.pem, to: "root.pem")
            let beside: [String]
            switch form {
            case .oneFile:
                try folder.write(certificate + key, to: "certificate")
                beside = []
            case .twoFiles:
                try folder.write(certificate, to: "certificate")
                try folder.write(key, to: "key")
                beside = ["--certificate-key", folder.path("key")]
            case .archive:
                let archive = try Archive.bytes(
                    certificate: certificate,
                    key: key,
                    passphrase: "correct horse"
                )
                try folder.write(archive, to: "certificate")
                try folder.write("correct horse", to: "phrase")
                beside = ["--passphrase-file", folder.path("phrase")]
            }
            let given = [
                "--to", Self.token, "--host", "localhost", "--port", "\(server.port)",
                "--root", folder.path("root.pem"), "--time-limit", "86400",
                "--topic", "com.example.app", "--certificate", folder.path("certificate"),
            ]
            let command = try SendCommand.parse(given + beside + [folder.path("payload")])
            let (id, result) = try await command.send(to: Self.token)
            guard case .accepted(id, _) = result else {
                Issue.record("not accepted")
                return
            }
            #expect(server.records.first?.push?.topic == "com.example.app")
        }
    }

    @Test func `a refusal ends with 8, and says what to do`() async throws {
        let (error, line, _) = try await send(
            #"{"aps":{"alert":"Dinner at eight?"}}"#,
            "--topic",
            "com.example.app"
        ) { _, _ in }
        #expect(error?.status == .rejected)
        #expect(error?.message.contains("BadDeviceToken (400)") == true)
        #expect(error?.message.contains("forget it") == true)
        #expect(line.hasSuffix(#""result":"rejected","status":400,"reason":"BadDeviceToken"}"#))
    }

    @Test func `a device that is gone ends with 8, and says since when`() async throws {
        let since = try #require(Timestamp(milliseconds: 1_700_000_000_123))
        let (error, line, _) = try await send(
            #"{"aps":{"alert":"Dinner at eight?"}}"#,
            "--topic",
            "com.example.app"
        ) { directory, token in
            let gone = DeviceRegistration(
                of: "com.example.app",
                on: "phone",
                state: .unregistered(since: since)
            )
            directory.register(gone, as: token)
        }
        #expect(error?.status == .rejected)
        #expect(line.hasSuffix(#""result":"gone","since":1700000000123}"#))
    }

    @Test func `what may be sent again ends with 75, and says how`() async throws {
        let (error, line, _) = try await send(
            #"{"aps":{"alert":"Dinner at eight?"}}"#,
            "--topic",
            "com.example.app",
            "--id",
            "123e4567-e89b-12d3-a456-426655440000",
            faults: [FaultRule(.refusal(.tooManyRequests), .first(1))]
        )
        #expect(error?.status == .later)
        #expect(error?.hint?.contains("--id 123e4567-e89b-12d3-a456-426655440000") == true)
        #expect(line.contains(#""result":"retry""#))
        #expect(line.hasSuffix(#""status":429,"reason":"TooManyRequests"}"#))
    }
}

extension PrivateKey {
    /// The key as a file has it, in PEM.
    fileprivate func pem() -> String { withDER { pemText(of: $0) } }
}

extension P256PrivateKey {
    /// The key as a file has it, in DER.
    func bytes() -> [UInt8] { withDER { der in der.indices.map { der[$0] } } }

    /// The key as a file has it, in PEM, as Apple gives it.
    func pem() -> String { withDER { pemText(of: $0) } }
}

/// A private key in PEM (RFC 7468, section 10).
private func pemText(of der: Span<UInt8>) -> String {
    let text = Data(der.indices.map { der[$0] })
        .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n"
}
