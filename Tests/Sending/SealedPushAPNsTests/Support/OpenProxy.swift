// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import TestSupport

/// A proxy on loopback that lays every way to one port, whatever server it was asked for, as an
/// attacker's does.
enum OpenProxy {
    /// Runs it, and gives `body` its port.
    static func run(to port: Int, _ body: (Int) async throws -> Void) async throws {
        let listener = try Listener()
        defer { listener.end() }
        listener.serve { client in
            _ = client.read(upTo: "\r\n\r\n")
            guard let server = try? RawConnection(port: port) else { return }
            try? client.send("HTTP/1.1 200 OK\r\n\r\n")
            client.join(server)
        }
        try await body(listener.port)
    }
}

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
        let folder = TemporaryFolder()
        defer { folder.remove() }
        // A port that was free may be taken by the time that the proxy listens.
        for _ in 0..<10 {
            let own = Listener.freePort()
            let lines = [
                "Port \(own)", "Listen 127.0.0.1", "Allow 127.0.0.1", "MaxClients 20",
                "BasicAuth \(user) \(password)", "ConnectPort \(port)", "LogLevel Critical",
            ]
            try folder.write(lines.joined(separator: "\n") + "\n", to: "tinyproxy.conf")
            let process = try ChildProcess(
                "/usr/bin/tinyproxy",
                ["-d", "-c", folder.path("tinyproxy.conf")],
                streams: [.nothing, .nothing, .nothing]
            )
            defer { process.end(by: SIGKILL) }
            while process.isRunning, (try? RawConnection(port: own)) == nil {
                try await Task.sleep(for: .milliseconds(10))
            }
            // What listens may be another program, if the proxy has ended.
            guard process.isRunning else { continue }
            try await body(own)
            guard process.isRunning else {
                throw Failure(description: "tinyproxy ended with \(process.waitForEnd())")
            }
            return
        }
        throw Failure(description: "tinyproxy does not listen")
    }
}

/// A port of loopback at which no server listens or can: one that is only given back may be another
/// server's at once.
enum ClosedPort {
    /// Gives it to `body`: the port of a connection's other end.
    static func with(_ body: (Int) async throws -> Void) async throws {
        let listener = try Listener()
        let end = try RawConnection(port: listener.port)
        defer { withExtendedLifetime((listener, end)) {} }
        try await body(end.port)
    }
}
