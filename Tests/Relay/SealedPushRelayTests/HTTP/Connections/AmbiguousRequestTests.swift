// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import RawClients
import TestSupport
import Testing

@testable import SealedPushRelay

/// Requests that two servers may read as different ones: if a proxy in front of a relay reads one
/// request where the relay reads two, the second is smuggled past it (RFC 9112, section 11.2).
@Suite(.timeLimit(.minutes(2)))
struct AmbiguousRequestTests {
    private static func statuses(_ request: String) async throws -> [String] {
        try await RelayBench.run(listening: ConnectionLimits(total: 50)) { bench in
            let client = try RawClient(port: try bench.port)
            try client.send(request)
            client.finish()
            let text = await client.rest()
            return text.matches(of: #/HTTP/1\.1 (\d{3}) /#).map { String($0.output.1) }
        }
    }

    @Test(.rules("C-36"), arguments: AmbiguousRequest.heads)
    func `a head that may be read in two ways is refused, and what follows is not read`(
        _ request: String
    ) async throws {
        #expect(try await Self.statuses(request) == ["400"], "\(request.debugDescription)")
    }

    @Test(.rules("C-36"), arguments: AmbiguousRequest.bodies)
    func `behind a body that may be read in two ways nothing is read`(
        _ request: String
    ) async throws {
        let statuses = try await Self.statuses(request)
        #expect([[], ["400"], ["415"]].contains(statuses), "\(request.debugDescription)")
    }

    @Test(arguments: [
        ("GET http://other.example/e/x HTTP/1.1\r\nHost: a\r\n\r\n", ["404"]),
        ("GET //other.example/e/x HTTP/1.1\r\nHost: a\r\n\r\n", ["404"]),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", ["404"]),
        // Extensions and trailers of chunks are read over, and the request after them is its own.
        (
            AmbiguousRequest.post(
                "Transfer-Encoding: chunked",
                "1;a=\"b\"\r\na\r\n0;c\r\nX: y\r\n\r\n"
            ) + AmbiguousRequest.smuggled,
            ["415", "404"]
        ),
        // Empty lines before a request.
        ("\r\n\r\nGET /e/x HTTP/1.1\r\nHost: a\r\n\r\n", ["404"]),
        (
            "GET /e/" + String(repeating: "x", count: 20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
            ["400"]
        ),
        (
            "GET /e/x HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 20_000)
                + "\r\n\r\n", ["400"]
        ),
        (
            "GET /e/x HTTP/1.1\r\nHost: a\r\n"
                + String(repeating: "X: y\r\n", count: 101) + "\r\n", ["400"]
        ),
    ])
    func `a request that can be read in one way only is answered`(
        _ request: String,
        _ expected: [String]
    ) async throws {
        #expect(try await Self.statuses(request) == expected, "\(request.prefix(60))")
    }

    @Test func `a relay's own name is the configured one, whatever a request calls it`()
        async throws
    {
        try await RelayBench.run(listening: ConnectionLimits(total: 50)) { bench in
            let client = try RawClient(port: try bench.port)
            let envelope = bench.envelope()
            try client.send(
                "POST http://other.example\(bench.path) HTTP/1.1\r\nHost: third.example\r\n"
                    + "X-Forwarded-Host: fourth.example\r\nForwarded: host=fifth.example\r\n"
                    + "TTL: 60\r\nContent-Type: application/sealedpush\r\nConnection: close\r\n"
                    + "Content-Length: \(envelope.count)\r\n\r\n"
            )
            try client.send(envelope)
            let answer = await client.rest()
            #expect(answer.hasPrefix("HTTP/1.1 201 "))
            #expect(answer.contains("ocation: \(bench.origin)/m/"))
            #expect(!answer.contains(".example/") || bench.origin.hasSuffix(".example"))
        }
    }
}

/// What is left of a head; `RequestHeadTests` ask servers.
struct HeadRuleTests {
    private static let host: HTTPHeaders = ["Host": "a"]

    @Test(arguments: [
        ("/", "/"), ("/e/x?y=z://w", "/e/x?y=z://w"), ("//b/e/x", "//b/e/x"), ("/a:b", "/a:b"),
        ("http://b", "/"), ("http://b/", "/"), ("http://b?x", "/?x"),
        ("HTTPS://B:1/e/x?y", "/e/x?y"),
        ("http://b//e", "//e"), ("http://b/http://c/d", "/http://c/d"), ("*", nil), ("", nil),
        ("http://b@c/e", nil), ("http:///e", nil), ("http://?x", nil), ("http:/e", nil),
        ("ws://b/e", nil), ("http://b/e#f", nil), ("/e#", nil), ("b:80", nil),
    ])
    func `a target is a path on this server, or none`(_ uri: String, _ path: String?) {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: Self.host)
        #expect(head.clear?.uri == path)
    }

    @Test func `an asterisk is a target of OPTIONS alone, and CONNECT has none`() {
        for method in [HTTPMethod.OPTIONS, .CONNECT, .POST] {
            let head = HTTPRequestHead(
                version: .http1_1,
                method: method,
                uri: "*",
                headers: Self.host
            )
            #expect(head.clear?.uri == (method == .OPTIONS ? "*" : nil))
        }
    }

    @Test func `HTTP before 1-0, between the two and after them is not read`() {
        for (major, minor) in [(0, 9), (1, 2), (1, 9), (2, 0), (3, 0)] {
            let version = HTTPVersion(major: major, minor: minor)
            let head = HTTPRequestHead(version: version, method: .GET, uri: "/", headers: Self.host)
            #expect(head.clear == nil, "\(version)")
        }
    }

    @Test func `HTTP 1-0 has no expectations, and ends with its answer`() {
        let fields: HTTPHeaders = [
            "Expect": "100-continue", "expect": "x", "Connection": "keep-alive", "X": "y",
        ]
        let head = HTTPRequestHead(version: .http1_0, method: .POST, uri: "/", headers: fields)
        #expect(head.clear?.headers == ["X": "y", "Connection": "close"])
    }
}
