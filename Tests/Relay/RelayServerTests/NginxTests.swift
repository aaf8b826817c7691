// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCrypto
import SealedPushRelay
import TestSupport
import Testing

/// nginx before a relay, as `docs/deploy` has it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct NginxTests {
    private let folder: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "proxied-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder.path
        try shell(
            """
            umask 077
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -batch -days 2 \
                -subj /CN=relay.example -addext subjectAltName=DNS:relay.example \
                -keyout relay.key -out relay.pem
            """
        )
    }

    @Test func `no file of nginx has the URL of an endpoint or a message, whatever is asked`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let operated = OperatedRelay(folder, nil)
        let world = try await operated.fill()
        let port = try Tool.freePort()
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
        let words = [endpoint, message].map { String($0.dropFirst(3)) }

        var statuses = try ask(nginx, endpoint, message, "slow")
        _ = try ask(careless, endpoint, message)
        #expect(relay.stop() == 0)
        statuses += try ask(nginx, endpoint, message)
        try await nginx.stop()
        try await careless.stop()

        #expect(statuses.count > 130)
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
        let run = try Tool.run(URL(filePath: "/bin/sh"), ["-e", "-c", script], in: folder)
        #expect(run.status == 0)
        return run.output
    }
}
