// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RawRequests
import SealedPush
import SealedPushCrypto
import SealedPushRelay
import SimulationSupport
import TestSupport
import Testing

/// nginx before a relay, as `docs/deploy` has it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct NginxTests {
    private let place = TemporaryFolder(mode: 0o755)
    private var folder: String { place.path }

    init() throws {
        try shell(
            """
            umask 077
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -batch -days 2 \
                -subj /CN=relay.example -addext subjectAltName=DNS:relay.example \
                -keyout relay.key -out relay.pem
            """
        )
    }

    @Test(.rules("C-72 C-106"))
    func `no file of nginx has the URL of an endpoint, message or drop, whatever is asked`()
        async throws
    {
        let operated = OperatedRelay(folder, nil)
        let world = try await operated.fill()
        let port = Listener.freePort()
        let relay = try await ServedRelay(
            operated.options + [
                "--port", "\(port)", "--operator-port", "0",
                "--public-url", "https://relay.example",
            ],
            in: folder
        )
        let endpoint = "/e/\(world.endpoints[0].text)"
        let nginx = try await ServedNginx(before: port, in: folder)
        // As documented, without the exceptions for logs: the same requests are found then.
        let careless = try await ServedNginx(before: port, in: folder) { block in
            block.replacing(/(access|error)_log [^;]*;/, with: "")
        }
        let message = try post(to: endpoint, by: nginx)
        let id = Base64URL.encode(Randomness.bytes(16).span)
        let (drop, leaving) = ("/d/\(id)", "/v1/devices/\(world.names[0])/drops/\(id)")
        let words = [endpoint, message, drop].map { String($0.dropFirst(3)) }

        var statuses = try ask(nginx, endpoint, message, "slow") + ask(nginx, drop, leaving)
        _ = try ask(careless, endpoint, message) + ask(careless, drop, leaving)
        #expect(relay.stop() == 0)
        statuses += try ask(nginx, endpoint, message) + ask(nginx, drop, leaving)
        try await nginx.stop()
        try await careless.stop()

        #expect(statuses.count > 260)
        let expected = [
            "200", "400", "403", "404", "405", "413", "414", "503", "505", "none",
        ]
        #expect(Set(statuses).isSuperset(of: expected), "\(Set(statuses).sorted())")
        #expect(try nginx.files(with: words) == [])
        let lines = try String(
            contentsOfFile: nginx.folder + "/logs/sealedpush.log",
            encoding: .utf8
        )
        #expect(lines.contains(" GET /v1/invitations\n"))
        // A client that was too slow gets no answer.
        #expect(lines.contains(" 408 "))
        #expect(try careless.files(with: words).sorted() == ["logs/access.log", "logs/error.log"])
        let log = try Data(contentsOf: URL(filePath: folder + "/log"))
        for word in words { #expect(log.range(of: Data(word.utf8)) == nil) }
    }

    /// Posts a message through nginx, and gives its path.
    private func post(to endpoint: String, by nginx: ServedNginx) throws -> String {
        try Data([1] + Randomness.bytes(1399)).write(to: URL(filePath: folder + "/envelope"))
        // Over HTTP/2 as well, of which Python's standard library has none. The same body is the
        // same message.
        var paths: Set<String> = []
        for version in ["--http1.1", "--http2"] {
            let head = try shell(
                """
                curl -s \(version) --cacert relay.pem --resolve relay.example:\(nginx.port):127.0.0.1 \\
                    -D - -H 'TTL: 60' -H 'Content-Type: application/sealedpush' \\
                    --data-binary @envelope https://relay.example:\(nginx.port)\(endpoint)
                """
            )
            let path = head.firstMatch(of: /location: https:..relay.example(\S+)/.ignoresCase())
            paths.insert(String(try #require(path, "\(head)").output.1))
        }
        #expect(paths.count == 1)
        return try #require(paths.first)
    }

    private func ask(
        _ nginx: ServedNginx,
        _ endpoint: String,
        _ message: String,
        _ more: String = ""
    ) throws -> [String] {
        let script = Repository.folder + "/Tests/Relay/Nginx/hostile_requests.py"
        return try shell(
            "python3 '\(script)' \(nginx.port) \(nginx.plainPort) \(endpoint) \(message) \(more)"
        ).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @discardableResult
    private func shell(_ script: String) throws -> String {
        let run = try Tool.shell(script, in: folder)
        #expect(run.status == 0)
        return run.output
    }
}

/// A relay behind nginx, as `docs/deploy` configures it, but for TLS.
@Suite(.timeLimit(.minutes(5)))
struct ProxiedRelayTests {
    private static let nginx = "/usr/sbin/nginx"
    private static let hasNginx = FileManager.default.isExecutableFile(atPath: nginx)
    private let place = TemporaryFolder(mode: 0o755)
    private var folder: String { place.path }

    /// Writes nginx's configuration, and starts it.
    private func startProxy(at port: Int, to relay: Int) throws -> ChildProcess {
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
        return try ChildProcess(
            Self.nginx,
            ["-p", folder, "-c", folder + "/nginx.conf"],
            streams: [.nothing, .nothing, .nothing]
        )
    }

    private func lines(of name: String) throws -> [Substring] {
        try String(contentsOfFile: folder + "/" + name, encoding: .utf8).split(separator: "\n")
    }

    @Test(.rules("C-80"), .enabled(if: hasNginx, "NOT RUN: nginx is not installed"))
    func `nginx and a relay read the same requests out of what two servers may read differently`()
        async throws
    {
        let relay = try await ServedRelay(
            ["--port", "\(Listener.freePort())", "--operator-port", "0", "--data", "relay"],
            in: folder
        )
        let port = Listener.freePort()
        let proxy = try startProxy(at: port, to: try relay.port)
        defer { proxy.end(by: SIGTERM) }
        while (try? RawConnection(port: port)) == nil {
            try await Task.sleep(for: .milliseconds(20))
        }
        let probe = "GET /e/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for request in AmbiguousRequest.all + [probe] {
                group.addTask {
                    let client = try RawConnection(port: port)
                    let host = "Host: relay.example\r\n"
                    try client.send(request.replacing("Host: a\r\n", with: host))
                    _ = await client.rest()
                }
            }
            try await group.waitForAll()
        }
        // It ends when all of its requests have.
        _ = try await onThread { proxy.end(by: SIGQUIT) }
        // The seventh word of nginx's line is the relay's status, or a dash.
        let forwarded = try lines(of: "sealedpush.log")
            .filter { $0.split(separator: " ").dropFirst(6).first != "-" }
        let read = try lines(of: "log").filter { $0.contains(#""message":"request""#) }
        #expect(!read.isEmpty)
        #expect(forwarded.count == read.count, "\(forwarded) \(read)")
        #expect(relay.stop() == 0)
    }
}
