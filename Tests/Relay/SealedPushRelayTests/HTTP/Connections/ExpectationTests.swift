// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import RawClients
import SealedPush
import Testing

@testable import SealedPushRelay

/// Clients that wait until their body is asked for (`Expect: 100-continue`).
struct ExpectationTests {
    private static let asked = "HTTP/1.1 100 Continue\r\n\r\n"

    private func head(_ bench: RelayBench, _ length: Int, _ fields: String...) -> String {
        let more = fields.map { $0 + "\r\n" }.joined()
        return "POST \(bench.path) HTTP/1.1\r\nHost: a\r\nTTL: 60\r\n"
            + "Content-Type: application/sealedpush\r\nContent-Length: \(length)\r\n\(more)\r\n"
    }

    @Test(arguments: [
        "100-continue", "100-Continue", "100-continue, 100-continue", ",\t100-continue ,",
        "100-continue\r\nExpect: 100-continue",
    ])
    func `a client that waits for it is asked for its body, and then answered`(
        _ value: String
    ) async throws {
        try await RelayBench.run(listening: ConnectionLimits(total: 8)) { bench in
            let client = try RawClient(port: bench.port)
            for _ in 0..<2 {
                let body = bench.envelope()
                try client.send(head(bench, body.count, "Expect: \(value)"))
                #expect(await client.answer(upTo: "\r\n\r\n") == Self.asked)
                try client.send(body)
                #expect(await client.answer(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 201 "))
            }
            #expect(try await bench.queued == 2)
        }
    }

    @Test func `a body that is announced too large is refused at once, and not asked for`()
        async throws
    {
        try await RelayBench.run(listening: ConnectionLimits(total: 8)) { bench in
            for fields in [["Expect: 100-continue"], []] {
                let client = try RawClient(port: bench.port)
                let length = EnvelopeLayout.maximumCount + 1
                try client.send(
                    "POST \(bench.path) HTTP/1.1\r\nHost: a\r\nTTL: 60\r\n"
                        + "Content-Type: application/sealedpush\r\nContent-Length: \(length)\r\n"
                        + fields.map { $0 + "\r\n" }.joined() + "\r\n"
                )
                // The whole answer, without a byte of the body; then the connection ends.
                let answer = await client.rest()
                #expect(answer.hasPrefix("HTTP/1.1 413 "))
                #expect(answer.contains("urn:sealedpush:problem:too-large"))
            }
        }
    }

    @Test func `a request that its head refuses gets its answer alone`() async throws {
        try await RelayBench.run(listening: ConnectionLimits(total: 8)) { bench in
            let client = try RawClient(port: bench.port)
            try client.send(
                "PUT /v1/devices/0000000000000001/bundle HTTP/1.1\r\nHost: a\r\n"
                    + "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(await client.rest().hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test func `no expectation is asked for nothing`() async throws {
        try await RelayBench.run(listening: ConnectionLimits(total: 8)) { bench in
            for fields in [[], ["Expect: ,"]] {
                let client = try RawClient(port: bench.port)
                let body = bench.envelope()
                let more = fields + ["Connection: close"]
                try client.send(
                    head(bench, body.count, more.joined(separator: "\r\n"))
                )
                try client.send(body)
                #expect(await client.rest().hasPrefix("HTTP/1.1 201 "))
            }
        }
    }

    @Test(arguments: ["200-ok", "100-continued", "200-ok, 100-continue", "100-continue x"])
    func `another expectation is refused before the body comes`(_ value: String) async throws {
        try await RelayBench.run(listening: ConnectionLimits(total: 8)) { bench in
            let client = try RawClient(port: bench.port)
            try client.send(head(bench, bench.envelope().count, "Expect: \(value)"))
            #expect(await client.rest().hasPrefix("HTTP/1.1 417 "))
            #expect(try await bench.queued == 0)
        }
    }
}
