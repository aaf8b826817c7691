// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import RawClients
import SealedPushRelay
import Testing

@testable import SealedPushRelayHTTP

/// Requests that two servers may read as different ones: if a proxy in front of a relay reads one
/// request where the relay reads two, the second is smuggled past it (RFC 9112, section 11.2).
@Suite(.timeLimit(.minutes(2)))
struct AmbiguousRequestTests {
    /// What would be answered 404 with a problem if it were read as a request.
    private static let smuggled = "GET /e/smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func statuses(_ request: String) async throws -> [String] {
        try await RelayBench.run(listening: ConnectionLimits(total: 50)) { bench in
            let client = try RawClient(port: try bench.port)
            try client.send(request)
            client.finish()
            let text = await client.rest()
            return text.matches(of: #/HTTP/1\.1 (\d{3}) /#).map { String($0.output.1) }
        }
    }

    private static func post(_ headers: String, _ body: String) -> String {
        "POST /v1/devices HTTP/1.1\r\nHost: a\r\n\(headers)\r\n\r\n\(body)"
    }

    @Test(arguments: [
        // Both framings.
        post("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n" + smuggled),
        // Lengths that differ, or are none.
        post("Content-Length: 0\r\nContent-Length: 39", smuggled),
        post("Content-Length: 39, 0", smuggled), post("Content-Length: +0", smuggled),
        post("Content-Length: -1", smuggled), post("Content-Length: 0x0", smuggled),
        post("Content-Length: 18446744073709551616", smuggled), post("Content-Length:", smuggled),
        // Codings that are not chunked in the end, or hide it.
        post("Transfer-Encoding: xchunked", smuggled),
        post("Transfer-Encoding: chunked, identity", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: identity, chunked, gzip", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: \u{0B}chunked", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding : chunked", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n" + smuggled),
        // Sizes of chunks that are none, or too large for a number.
        post("Transfer-Encoding: chunked", "\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", "0x0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", "-0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", "10000000000000000\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", String(repeating: "f", count: 5000) + "\r\n" + smuggled),
        // Ends of lines that are none.
        "GET /e/x HTTP/1.1\nHost: a\n\n" + smuggled,
        "GET /e/x HTTP/1.1\rHost: a\r\r" + smuggled,
        post("Transfer-Encoding: chunked", "1\na\n0\n\n" + smuggled),
        post("X: a\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled),
        // Lines that go on, and names with a space or a control character.
        post("X: a\r\n Content-Length: 39", smuggled),
        post("X: a\r\n\tb", smuggled), post(" Content-Length: 39", smuggled),
        post("Content-Length : 39", smuggled), post("X\u{00}: a", smuggled),
        post("X: a\u{00}b", smuggled),
        // Two names of one host, or none.
        "GET /e/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + smuggled,
        "GET /e/x HTTP/1.1\r\n\r\n" + smuggled,
        // No such version.
        "GET /e/x HTTP/1.9\r\nHost: a\r\n\r\n" + smuggled, "GET /e/x\r\n\r\n" + smuggled,
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ])
    func `a request that may be read in two ways is refused, and what follows is not read`(
        _ request: String
    ) async throws {
        let statuses = try await Self.statuses(request)
        // A head that is clear may be answered before its body turns out not to be.
        #expect([[], ["400"], ["415"]].contains(statuses), "\(request.debugDescription)")
    }

    @Test(arguments: [
        ("GET http://other.example/e/x HTTP/1.1\r\nHost: a\r\n\r\n", ["404"]),
        ("GET //other.example/e/x HTTP/1.1\r\nHost: a\r\n\r\n", ["404"]),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", ["404"]),
        // Extensions and trailers of chunks are read over, and the request after them is its own.
        (
            post("Transfer-Encoding: chunked", "1;a=\"b\"\r\na\r\n0;c\r\nX: y\r\n\r\n") + smuggled,
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
