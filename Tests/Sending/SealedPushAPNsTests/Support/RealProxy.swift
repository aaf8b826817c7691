// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// tinyproxy, as Debian has it, on loopback.
enum RealProxy {
    /// Why there is none.
    struct Failure: Error {
        let description: String
    }

    /// Runs a proxy that lays ways to one port alone, and gives `body` its own.
    static func run(
        to port: Int,
        user: String,
        password: String,
        _ body: (Int) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "sealedpush-proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A port that was free may be taken by the time that the proxy listens.
        for _ in 0..<10 {
            let own = try await freePort()
            let lines = [
                "Port \(own)", "Listen 127.0.0.1", "Allow 127.0.0.1", "MaxClients 20",
                "BasicAuth \(user) \(password)", "ConnectPort \(port)", "LogLevel Critical",
            ]
            let file = folder.appending(path: "tinyproxy.conf")
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/tinyproxy")
            process.arguments = ["-d", "-c", file.path()]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            guard try await listens(at: own, process), process.isRunning else { continue }
            let result: Result<Void, any Error>
            do { result = .success(try await body(own)) } catch { result = .failure(error) }
            guard process.isRunning else {
                throw Failure(description: "tinyproxy ended with \(process.terminationStatus)")
            }
            // It inherits a thread's mask, in which SIGTERM may be blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            return try result.get()
        }
        throw Failure(description: "tinyproxy does not listen")
    }

    private static func freePort() async throws -> Int {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = server.localAddress?.port ?? 0
        try await server.close()
        return port
    }

    /// Waits until it listens, or has ended.
    private static func listens(at port: Int, _ process: Process) async throws -> Bool {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        while process.isRunning {
            if let channel = try? await bootstrap.connect(host: "127.0.0.1", port: port).get() {
                try? await channel.close()
                return true
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
