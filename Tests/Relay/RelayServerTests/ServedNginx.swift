// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import TestSupport
import Testing

/// nginx with the block of `docs/deploy/nginx.conf` before a relay, beside settings as Debian has
/// them, on ports of this machine.
final class ServedNginx: Sendable {
    let port: Int
    let plainPort: Int
    /// Where all its files are.
    let folder: String
    private let process: ProbeProcess

    /// Starts it, and waits until it listens.
    ///
    /// - Parameters:
    ///   - relay: The relay's port.
    ///   - parent: The folder in which its own is made; a certificate and its key are there, as
    ///     `relay.pem` and `relay.key`.
    ///   - change: Changes the block.
    /// - Throws: Why it can't.
    init(
        before relay: Int,
        in parent: String,
        _ change: (String) -> String = { $0 }
    ) async throws {
        let folder = parent + "/nginx-\(UUID())"
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder + "/logs",
            withIntermediateDirectories: true
        )
        (port, plainPort) = (Listener.freePort(), Listener.freePort())
        var block = String(decoding: try Repository.read("docs/deploy/nginx.conf"), as: UTF8.self)
        let replacements = [
            ("listen [::]:80;", ""), ("listen [::]:443 ssl http2;", ""),
            ("listen 80;", "listen 127.0.0.1:\(plainPort);"),
            ("listen 443 ssl", "listen 127.0.0.1:\(port) ssl"),
            ("server 127.0.0.1:8080;", "server 127.0.0.1:\(relay);"),
            ("/etc/ssl/relay.example/fullchain.pem", parent + "/relay.pem"),
            ("/etc/ssl/relay.example/privkey.pem", parent + "/relay.key"),
            ("/var/log/nginx/", folder + "/logs/"),
        ]
        for (old, new) in replacements {
            try #require(block.contains(old), "the block has no '\(old)'")
            block = block.replacing(old, with: new)
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/\($0);" }
        let main = """
            pid \(folder)/pid;
            error_log \(folder)/logs/error.log;
            events {}
            http {
            access_log \(folder)/logs/access.log;
            \(temporary.joined(separator: "\n"))
            \(change(block))
            }
            """
        try Data(main.utf8).write(to: URL(filePath: folder + "/nginx.conf"))
        // The end of its input ends nginx: this process may be killed.
        let script = """
            exec 3<&0
            (read -r _ <&3; kill $$) >&- 2>&- &
            exec nginx -p "$0" -c "$0/nginx.conf" -e "$0/logs/start.log" -g 'daemon off;' 3<&- <&-
            """
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let said = folder + "/said"
        process = try ProbeProcess(
            "/bin/sh",
            ["-c", script, folder],
            environment: ["PATH": "\(path):/usr/sbin"],
            errors: .writing(said)
        )
        // It writes its number when it listens.
        while !isRunning {
            let told = String(decoding: try Data(contentsOf: URL(filePath: said)), as: UTF8.self)
            try #require(!told.contains("[emerg]"), "nginx did not start: \(told)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    // A kill would leave processes that serve.
    deinit {
        process.finishInput()
        for _ in 0..<1000 where process.program.isRunning { usleep(10_000) }
        process.program.end(by: SIGKILL)
    }

    /// Whether the file with its number is there, which it deletes at its end.
    private var isRunning: Bool { FileManager.default.fileExists(atPath: folder + "/pid") }

    /// Ends it.
    func stop() async throws {
        process.finishInput()
        while isRunning { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// The files in which one of the words stands.
    func files(with words: [String]) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try names.filter { name in
            let url = URL(filePath: folder + "/" + name)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                return false
            }
            let bytes = try Data(contentsOf: url)
            return words.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }
}
