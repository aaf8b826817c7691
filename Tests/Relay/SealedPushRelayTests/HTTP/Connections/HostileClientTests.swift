// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushRelay

/// Clients that hold connections, on real sockets of this machine.
///
/// Only the times that a test is about are short: the machine may be busy.
@Suite(.timeLimit(.minutes(10)))
struct HostileClientTests {
    private static func limits(
        _ total: Int = 50,
        _ change: (inout ConnectionLimits) -> Void = { _ in }
    ) -> ConnectionLimits {
        var limits = ConnectionLimits(total: total)
        (limits.firstHead, limits.body) = (.seconds(60), .seconds(60))
        limits.farewell = .milliseconds(200)
        change(&limits)
        return limits
    }

    /// Sends a byte each 50 milliseconds until the connection is closed, 30 seconds at most.
    private static func drip(_ client: RawConnection, _ text: String) async -> Bool {
        try? client.send(text)
        for _ in 0..<600 {
            if client.isClosed { return true }
            do {
                try client.send("a")
                try await Task.sleep(for: .milliseconds(50))
            } catch {
                return true
            }
        }
        return false
    }

    @Test(
        .rules("C-36"),
        arguments: [
            "", "GET /e/x HTTP/1.1\r\nX-Slow: ",
            "POST /e/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
            "GET /e/x HTTP/1.1\r\nHost: a\r\n\r\nGET /e/x HTTP/1.1\r\nX-Slow: ",
        ]
    )
    func `a request that comes byte by byte is cut off`(_ beginning: String) async throws {
        let limits = Self.limits { limits in
            (limits.firstHead, limits.idle) = (.milliseconds(500), .milliseconds(500))
            (limits.body, limits.answer) = (.milliseconds(500), .seconds(2))
        }
        try await RelayBench.run(listening: limits) { bench in
            let client = try RawConnection(port: try bench.port)
            #expect(await Self.drip(client, beginning))
        }
    }

    @Test(.rules("C-36")) func `an idle connection is closed, also after an answer`() async throws {
        let limits = Self.limits { limits in
            (limits.firstHead, limits.idle) = (.milliseconds(500), .milliseconds(500))
        }
        try await RelayBench.run(listening: limits) { bench in
            let port = try bench.port
            let (silent, asking) = (try RawConnection(port: port), try RawConnection(port: port))
            try asking.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await silent.rest().isEmpty)
            #expect(await asking.rest().hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test(.rules("C-36"), arguments: ["Transfer-Encoding: chunked", "Content-Length: 99999999999"])
    func `a body without an end is answered and cut off`(_ framing: String) async throws {
        try await RelayBench.run(listening: Self.limits()) { bench in
            let client = try RawConnection(port: try bench.port)
            try client.send(
                "POST \(bench.path) HTTP/1.1\r\nHost: a\r\nTTL: 60\r\n"
                    + "Content-Type: application/sealedpush\r\n\(framing)\r\n\r\n"
            )
            let part = "400\r\n" + String(repeating: "a", count: 1024) + "\r\n"
            async let answer = client.rest()
            // A server that reads on takes it all.
            let isCutOff = try await onThread {
                let end = ContinuousClock.now + .seconds(20)
                while ContinuousClock.now < end {
                    do { try client.send(part) } catch { return true }
                    usleep(200)
                }
                return false
            }
            #expect(isCutOff)
            let text = await answer
            #expect(text.hasPrefix("HTTP/1.1 413 "))
            #expect(text.lowercased().contains("connection: close"))
            #expect(text.contains("urn:sealedpush:problem:too-large"))
        }
    }

    @Test(.rules("C-36")) func `a client that reads no answers is cut off`() async throws {
        let limits = Self.limits { $0.answer = .seconds(2) }
        try await RelayBench.run(listening: limits) { bench in
            let client = try RawConnection(port: try bench.port)
            let requests = String(
                repeating: "GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n",
                count: 1000
            )
            let isCutOff = try await onThread {
                for _ in 0..<10_000 {
                    do { try client.send(requests) } catch { return true }
                }
                return false
            }
            #expect(isCutOff)
        }
    }

    @Test(.rules("C-36"))
    func `idle clients beyond the limit make room for another`() async throws {
        let limits = Self.limits(10) { $0.perNetwork = 5 }
        try await RelayBench.run(listening: limits) { bench in
            let port = try bench.port
            let first = try RawConnection(port: port, from: "127.0.9.1")
            try first.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await first.answer(upTo: "}").contains("problem:unknown"))
            let idle = try (0..<40).map { _ in try RawConnection(port: port) }
            // Event loops take connections at their own pace, so one that comes meanwhile may be
            // taken before these, and closed for them.
            func wait(forClosed count: Int) async throws {
                while idle.count(where: \.isClosed) < count {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            try await wait(forClosed: 35)
            let asking = try RawConnection(port: port)
            try asking.send("GET /e/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(await asking.rest().hasPrefix("HTTP/1.1 404 "))
            try await wait(forClosed: 36)
            // Those of another network did not have to go.
            #expect(!first.isClosed)
        }
    }

    @Test(.rules("C-36"))
    func `a server without room says so, and when to ask again`() async throws {
        let limits = Self.limits(0) { $0.perNetwork = 10 }
        try await RelayBench.run(listening: limits) { bench in
            let client = try RawConnection(port: try bench.port)
            try client.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = await client.rest()
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
            #expect(answer.lowercased().contains("retry-after: 5"))
            #expect(answer.contains("urn:sealedpush:problem:unavailable"))
        }
    }

    @Test func `a client that has said all it wants gets its answer`() async throws {
        try await RelayBench.run(listening: Self.limits()) { bench in
            let client = try RawConnection(port: try bench.port)
            try client.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
            client.finish()
            #expect(await client.rest().hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test func `a body that ends early is no message`() async throws {
        try await RelayBench.run(listening: Self.limits()) { bench in
            let envelope = bench.envelope()
            for framing in [
                "Content-Length: \(envelope.count + 1)",
                "Transfer-Encoding: chunked",
            ] {
                let client = try RawConnection(port: try bench.port)
                try client.send(
                    "POST \(bench.path) HTTP/1.1\r\nHost: a\r\nTTL: 60\r\n"
                        + "Content-Type: application/sealedpush\r\n\(framing)\r\n\r\n"
                )
                if framing.hasPrefix("Transfer") {
                    try client.send(String(envelope.count, radix: 16) + "\r\n")
                }
                try client.send(envelope)
                client.finish()
                #expect(!(await client.rest()).contains("HTTP/1.1 201"))
                #expect(try await bench.queued == 0)
            }
        }
    }
}
