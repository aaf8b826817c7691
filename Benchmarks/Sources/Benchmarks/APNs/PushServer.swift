// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import SealedPushOpenSSL

    /// nghttpd on the loopback, in a process of its own, with a certificate made at its start.
    ///
    /// It answers a POST as it does a GET, when the body is there: an empty file for the one path makes that 200.
    struct PushServer {
        static let host = "127.0.0.1"
        /// The path, as for a device.
        static let path = "/3/device/" + String(repeating: "a1", count: 32)

        let port: Int
        /// The file with the certificate that clients trust.
        let root: String
        /// A file of 2,048 bytes.
        let body: String

        private let folder: URL
        private let process: ChildProcess

        /// Starts it; each connection may have so many streams.
        init(streams: Int) throws {
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("sealedpush-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("files/3/device"),
                withIntermediateDirectories: true
            )
            let authority = try CertificateAuthority(
                named: "Benchmarks",
                from: 0,
                until: 4_000_000_000
            )
            let identity = try authority.identity(named: "server", for: [Self.host])
            let key = identity.key.withDER { der in
                Data(der.indices.map { der[$0] }).base64EncodedString(
                    options: .lineLength64Characters
                )
            }
            root = try Self.write(authority.certificate.pem, "root.pem", in: folder)
            body = try Self.write(String(repeating: "x", count: 2048), "body", in: folder)
            _ = try Self.write("", "files" + Self.path, in: folder)
            let keyFile = try Self.write(
                "-----BEGIN PRIVATE KEY-----\n\(key)\n-----END PRIVATE KEY-----\n",
                "key.pem",
                in: folder
            )
            let certificate = try Self.write(identity.certificate.pem, "server.pem", in: folder)
            // Windows as wide as they may be, so that clients are measured and not how often the server widens them.
            process = ChildProcess(
                program: "nghttpd",
                ["-a", Self.host, "-m", String(streams), "-W", "30", "--no-rfc7540-pri"]
                    + [
                        "-d", folder.appendingPathComponent("files").path, "0", keyFile,
                        certificate,
                    ]
            )
            try process.startServer()
            port = try ListeningPort.wait(of: process)
        }

        /// Ends it.
        func stop() {
            process.stop()
            try? FileManager.default.removeItem(at: folder)
        }

        private static func write(_ text: String, _ name: String, in folder: URL) throws -> String {
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }
#endif
