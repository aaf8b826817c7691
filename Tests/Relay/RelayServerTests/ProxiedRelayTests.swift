// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RawClients
import TestSupport
import Testing

/// A relay behind nginx, as `docs/deploy` configures it, but for TLS.
@Suite(.timeLimit(.minutes(5)))
struct ProxiedRelayTests {
    private static let nginx = "/usr/sbin/nginx"
    private static let hasNginx = FileManager.default.isExecutableFile(atPath: nginx)
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "proxied-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
    }

    /// Writes nginx's configuration, and starts it.
    private func startProxy(at port: Int, to relay: Int) throws -> Process {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/deploy/nginx.conf")
        var text = try String(contentsOf: source, encoding: .utf8)
        for (old, new) in [
            ("listen 80;", "listen unix:\(folder)/plain;"), ("    listen [::]:80;\n", ""),
            ("listen 443 ssl http2;", "listen 127.0.0.1:\(port);"),
            ("    listen [::]:443 ssl http2;\n", ""), ("127.0.0.1:8080", "127.0.0.1:\(relay)"),
            ("/var/log/nginx/", folder + "/"),
            // What is not complete is not waited for.
            ("client_header_timeout 10s", "client_header_timeout 1s"),
            ("client_body_timeout 15s", "client_body_timeout 1s"),
            ("keepalive_timeout 65s", "keepalive_timeout 1s"),
        ] {
            try #require(text.contains(old), "\(old)")
            text = text.replacing(old, with: new)
        }
        text.replace(#/\ {4}ssl_[^\n]*\n/#, with: "")
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/\($0);" }
        let main = """
            daemon off; pid \(folder)/pid; error_log /dev/null emerg; worker_processes 1;
            events {} http { \(paths.joined(separator: " ")) \(text) }
            """
        try Data(main.utf8).write(to: URL(filePath: folder + "/nginx.conf"))
        let process = Process()
        process.executableURL = URL(filePath: Self.nginx)
        process.arguments = ["-p", folder, "-c", folder + "/nginx.conf"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func lines(of name: String) throws -> [Substring] {
        try String(contentsOfFile: folder + "/" + name, encoding: .utf8).split(separator: "\n")
    }

    @Test(.enabled(if: hasNginx, "NOT RUN: nginx is not installed"))
    func `nginx and a relay read the same requests out of what two servers may read differently`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relay = try await ServedRelay(
            ["--port", "\(try Tool.freePort())", "--operator-port", "0", "--data", "relay"],
            in: folder
        )
        let port = try Tool.freePort()
        let proxy = try startProxy(at: port, to: try relay.port)
        defer { if proxy.isRunning { proxy.terminate() } }
        while (try? RawClient(port: port)) == nil { try await Task.sleep(for: .milliseconds(20)) }
        let probe = "GET /e/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for request in AmbiguousRequest.all + [probe] {
                group.addTask {
                    let client = try RawClient(port: port)
                    let host = "Host: relay.example\r\n"
                    try client.send(request.replacing("Host: a\r\n", with: host))
                    _ = await client.rest()
                }
            }
            try await group.waitForAll()
        }
        // It ends when all of its requests have.
        try await onOwnThread {
            kill(proxy.processIdentifier, SIGQUIT)
            proxy.waitUntilExit()
        }
        // The seventh word of nginx's line is the relay's status, or a dash.
        let forwarded = try lines(of: "sealedpush.log")
            .filter { $0.split(separator: " ").dropFirst(6).first != "-" }
        let read = try lines(of: "log").filter { $0.contains(#""message":"request""#) }
        #expect(!read.isEmpty)
        #expect(forwarded.count == read.count, "\(forwarded) \(read)")
        #expect(relay.stop() == 0)
    }
}
