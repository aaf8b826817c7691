// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// Requests over a socket.
@Suite(.timeLimit(.minutes(2)))
struct URLSessionHTTPTests {
    private func request(to server: OneAnswerServer) throws -> RelayRequest {
        let url = try #require(URL(string: server.origin))
        return try RelayRequest("GET", at: url, body: [])
    }

    @Test(.rules("C-71"), arguments: [0, 1, RelayAnswer.byteLimit])
    func `an answer within the limit is read whole`(_ count: Int) async throws {
        let server = try OneAnswerServer(.bytes(count))
        let answer = try await URLSessionHTTP().send(request(to: server))
        #expect(answer.status == 200)
        #expect(answer.body.count == count)
    }

    @Test(
        .rules("C-86"),
        arguments: [
            ("127.0.0.1", "127.0.0.1", false), ("[::1]", "[::1]", true),
            ("[0:0:0:0:0:0:0:1]", "[::1]", true), ("[::0.0.0.1]", "[::1]", true),
            ("[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]", false),
        ]
    )
    func `each form of a relay's host is reached, and is the request's Host`(
        _ host: String,
        _ name: String,
        _ isIPv6: Bool
    ) async throws {
        let server = try OneAnswerServer(.bytes(0), overIPv6: isIPv6)
        let url = try #require(URL(string: "http://\(host):\(server.port)/v1/[x]?a=[::1]"))
        let request = try RelayRequest("GET", at: url, body: [])
        #expect(try await URLSessionHTTP().send(request).status == 200)
        let head = String(decoding: server.request, as: UTF8.self)
        #expect(head.contains("\r\nHost: \(name):\(server.port)\r\n"), "\(head)")
    }

    @Test(.rules("C-86"), arguments: [("127.0.0.1", false), ("[::1]", true)])
    func `each form of a host is reached over TLS`(_ host: String, _ isIPv6: Bool) async throws {
        let server = try OneAnswerServer(.bytes(0), overIPv6: isIPv6)
        let url = try #require(URL(string: "https://\(host):\(server.port)/"))
        let request = try RelayRequest("GET", at: url, body: [])
        // The server speaks no TLS, but a handshake has come.
        await #expect(throws: (any Error).self) { try await URLSessionHTTP().send(request) }
        #expect(server.request.prefix(2) == [0x16, 0x03])
    }

    @Test(
        .rules("C-71"),
        arguments: [OneAnswerServer.Body.bytes(RelayAnswer.byteLimit + 1), .endless]
    )
    func `an answer beyond the limit is refused, and the rest is not read`(
        _ body: OneAnswerServer.Body
    ) async throws {
        let server = try OneAnswerServer(body)
        let request = try request(to: server)
        await #expect(throws: RelayClientError.malformedAnswer) {
            _ = try await URLSessionHTTP().send(request)
        }
        // An answer without an end would be sent for ever, were the connection not closed.
        #expect(await server.end() > 0)
    }

    @Test func `what sends an answer without an end is no relay to a client`() async throws {
        let client = try RelayClient(OneAnswerServer(.endless).origin)
        let device = RelayRegistration(device: "0000000000000001", credential: "secret-word")
        await #expect(throws: RelayClientError.malformedAnswer) {
            _ = try await client.status(of: device)
        }
    }

    @Test(.rules("V-20"))
    func `a relay sends no request, and so no proof, to another server`() async throws {
        let other = try OneAnswerServer(.bytes(0))
        let server = try OneAnswerServer(.redirect(other.origin))
        let url = try #require(URL(string: server.origin))
        let request = try RelayRequest("POST", at: url, body: [1])
        #expect(try await URLSessionHTTP().send(request).status == 307)
    }

    @Test(arguments: [OneAnswerServer.Body.none, .slow])
    func `an answer that is not there in time is none, however it goes on`(
        _ body: OneAnswerServer.Body
    ) async throws {
        let server = try OneAnswerServer(body)
        let request = try request(to: server)
        let session = URLSessionHTTP(limit: .milliseconds(300))
        let error = await #expect(throws: URLError.self) { _ = try await session.send(request) }
        #expect(error?.code == .timedOut)
        _ = await server.end()
    }

    @Test func `a request that is cancelled ends at once`() async throws {
        let request = try request(to: OneAnswerServer(.none))
        let sending = Task { try await URLSessionHTTP().send(request) }
        sending.cancel()
        let error = await #expect(throws: URLError.self) { _ = try await sending.value }
        #expect(error?.code == .cancelled)
    }
}
