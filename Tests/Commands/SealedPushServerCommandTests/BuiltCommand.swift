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
    ) throws -> Tool {
        let isLab = arguments.first == "sealedpush-lab"
        let program = BuiltProgram.named(isLab ? "sealedpush-lab" : "sealedpush-server").path
        return try Tool.run(
            URL(filePath: "/bin/sh"),
            ["-c", line, "sh", "timeout", "120", program] + arguments.dropFirst(isLab ? 1 : 0)
        )
    }
}

/// A shell beside a server that plays APNs: in its scripts `send` is `sealedpush-server send` with
/// all that it takes to reach the server, behind the words of `prefix`.
enum ServedShell {
    /// Runs a script in `folder`, and gives its exit code and what the server counted.
    static func run(
        _ script: String,
        in folder: TemporaryFolder,
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
            let run = try await onThread {
                try Tool.run(
                    URL(filePath: "/bin/sh"),
                    ["-c", send + script, BuiltProgram.named("sealedpush-server").path],
                    in: folder.path,
                    environment: ["XDG_CACHE_HOME": folder.path("cache")]
                )
            }
            return (run.status, server.counts)
        }
    }
}
