// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import PushTransport
import SealedPushAPNs
import SealedPushOpenSSL
import SimulatedAPNs
import TestSupport
import Testing

@testable import SealedPushServerCommand

/// `send` with a certificate, to a server that plays APNs.
@Suite struct SendTests {
    private static let token = "a1b2c3d4"

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
}

extension PrivateKey {
    /// The key as a file has it, in PEM.
    fileprivate func pem() -> String { withDER { pemText(of: $0) } }
}

extension P256PrivateKey {
    /// The key as a file has it, in PEM, as Apple gives it.
    func pem() -> String { withDER { pemText(of: $0) } }
}

/// A private key in PEM (RFC 7468, section 10).
private func pemText(of der: Span<UInt8>) -> String {
    let text = Data(der.indices.map { der[$0] })
        .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n"
}
