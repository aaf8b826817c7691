// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushOpenSSL
import SimulatedAPNs
import TestSupport
import Testing

/// The built `sealedpush-server`, or `sealedpush-lab` where arguments begin with it, as a shell runs
/// it.
enum BuiltCommand {
    /// Runs it behind a line of a shell, in which `"$@"` stands for it.
    ///
    /// A run that does not end is ended by SIGTERM after two minutes, which the status tells (124).
    static func run(
        _ arguments: [String],
        _ line: String = #"exec "$@""#
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let isLab = arguments.first == "sealedpush-lab"
        let program = BuiltProgram.named(isLab ? "sealedpush-lab" : "sealedpush-server").path
        process.arguments =
            ["-c", line, "sh", "timeout", "120", program] + arguments.dropFirst(isLab ? 1 : 0)
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both are shorter than what a pipe holds.
        process.waitUntilExit()
        let texts = try [output, errors].map { pipe in
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return (signal + process.terminationStatus, texts[0], texts[1])
    }
}

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

/// A temporary folder; it goes with its owner.
final class Folder: Sendable {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "sealedpush-send-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, to name: String, mode: Int = 0o600) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// Writes a file that only this user may read unless told otherwise.
    func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws {
        let path = path(name)
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
