// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushOpenSSL
import SimulatedAPNs
import Testing

/// A shell beside a server that plays APNs: in its scripts `send` is `sealedpush-server send` with
/// all that it takes to reach the server, behind the words of `prefix`.
enum ServedShell {
    /// Runs a script in `folder`, and gives its exit code and what the server counted.
    static func run(
        _ script: String,
        in folder: Folder,
        tokens: [String]
    ) async throws -> (status: Int32, counts: ServerCounts) {
        let key = try P256PrivateKey()
        try folder.write(key.pem(), to: "key.p8")
        var directory = APNsDirectory()
        directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        for token in tokens {
            directory.register(
                DeviceRegistration(of: "com.example.app", on: token),
                as: try APNsDeviceToken(hex: token)
            )
        }
        return try await APNsServer.run(ServerConfiguration(directory)) { server in
            try folder.write(server.roots.pem, to: "root.pem")
            let send = """
                send() {
                    $prefix "$0" send --host localhost --port \(server.port) --root root.pem --key key.p8 \
                        --key-id ABC123DEFG --team-id DEF123GHIJ "$@"
                }

                """
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", send + script, executable]
            process.currentDirectoryURL = URL(filePath: folder.path(""))
            process.standardInput = FileHandle.nullDevice
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["XDG_CACHE_HOME": folder.path("cache")]
            ) { $1 }
            let status = try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = {
                    continuation.resume(returning: $0.terminationStatus)
                }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
            return (status, server.counts)
        }
    }

    /// The command, beside the bundle of the tests.
    private static let executable: String = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        let folder =
            bundle.bundlePath.hasSuffix(".xctest")
            ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
        return folder.appending(path: "sealedpush-server").path
    }()
}

extension Folder {
    /// The text of a file.
    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}
