// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import InMemoryLogging
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushRelay
import SealedPushSidecar
import Testing

@testable import SealedPushSidecarHTTP

struct SidecarAPITests {
    /// One device by two endpoints.
    private static let twice: String = {
        let device = SampleDevice()
        return SidecarHTTPBench.subscriptions(device, device)
    }()
    private static let message = #"{"to":["4711"],"payload":{"aps":{"alert":"Secret words"}}}"#

    @Test func `a recipient is set, read, set anew and deleted`() async throws {
        try await SidecarHTTPBench.run { bench in
            let path = "/v1/recipients/Ann%20%C3%84"
            let (first, second) = (SampleDevice(), SampleDevice())
            #expect(try await bench.send(.get, path).status == .notFound)
            let list = SidecarHTTPBench.subscriptions(first, second)
            #expect(try await bench.send(.put, path, list).status == .noContent)
            let known = try await bench.send(.get, path).json?["subscriptions"]?.elements
            #expect(
                known?.compactMap { $0["identity"]?.string }
                    == [first, second].map { Base64URL.encode($0.identity.bytes.span) }
            )
            #expect(known?.compactMap { $0["result"]?.string } == ["waiting", "waiting"])
            let code = try #require(RecipientCode("Ann Ä"))
            let count = try await bench.database.subscriptions(of: code).count
            #expect(count == 2)
            #expect(try await bench.send(.delete, path).status == .noContent)
            #expect(try await bench.send(.get, path).status == .notFound)
        }
    }

    @Test func `a message is accepted once under its key, and its results are told`() async throws {
        try await SidecarHTTPBench.run { bench in
            let list = SidecarHTTPBench.subscriptions(SampleDevice())
            _ = try await bench.send(.put, "/v1/recipients/4711", list)
            let key: [HTTPField.Name: String?] = [.idempotencyKey: "order 7"]
            let first = try await bench.send(.post, "/v1/messages", Self.message, key)
            let again = try await bench.send(.post, "/v1/messages", Self.message, key)
            #expect(first.status == .accepted && again.status == .accepted)
            let name = try #require(first.json?["id"]?.string)
            #expect(again.json?["id"]?.string == name)
            #expect(bench.wakes() == 1)
            let other = try await bench.send(.post, "/v1/messages", Self.message + " ", key)
            #expect(other.status == .unprocessableContent)
            #expect(other.type == "urn:sealedpush:problem:other-content")
            let results = try await bench.send(.get, "/v1/messages/\(name)").json?["results"]
            #expect(results?.elements?.compactMap { $0["result"]?.string } == ["waiting"])
            #expect(results?.elements?.compactMap { $0["recipient"]?.string } == ["4711"])
        }
    }

    @Test func `recipients without devices are named, and nothing is sent`() async throws {
        try await SidecarHTTPBench.run { bench in
            let answer = try await bench.send(.post, "/v1/messages", Self.message)
            #expect(answer.status == .unprocessableContent)
            let codes = answer.json?["recipients"]?.elements
            #expect(codes?.compactMap(\.string) == ["4711"])
            #expect(bench.wakes() == 0)
        }
    }

    @Test func `events are read on from a number`() async throws {
        try await SidecarHTTPBench.run { bench in
            let empty = try await bench.send(.get, "/v1/events?after=5")
            #expect(empty.json?["events"]?.elements?.isEmpty == true)
            #expect(empty.json?["last"]?.integer == 5)
            for text in ["-1", "x", "1.5", ""] {
                let answer = try await bench.send(.get, "/v1/events?after=\(text)")
                #expect(answer.status == .badRequest, "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("Bearer", HTTPResponse.Status.unauthorized), ("Bearer x", .unauthorized),
        ("Basic eDp5", .unauthorized), ("Bearer \(Capability().text)", .unauthorized),
    ])
    func `who has no API key gets nothing`(
        _ value: String,
        _ status: HTTPResponse.Status
    ) async throws {
        try await SidecarHTTPBench.run { bench in
            for (method, path) in [
                (HTTPRequest.Method.get, "/v1/events"), (.post, "/v1/messages"),
                (.put, "/v1/recipients/4711"), (.get, "/nowhere"),
            ] {
                let answer = try await bench.send(method, path, "", [.authorization: value])
                #expect(answer.status == status)
                #expect(answer.type == "urn:sealedpush:problem:key-required")
            }
            let without = try await bench.send(.get, "/v1/events", "", [.authorization: nil])
            #expect(without.status == .unauthorized)
        }
    }

    @Test func `a removed API key opens nothing any more`() async throws {
        try await SidecarHTTPBench.run { bench in
            let names = try await bench.database.keyNames()
            #expect(names == ["backend"])
            let second = try await bench.database.addKey(named: "backend")
            #expect(second == nil)
            let isRemoved = try await bench.database.removeKey(named: "backend")
            #expect(isRemoved)
            #expect(try await bench.send(.get, "/v1/events").status == .unauthorized)
        }
    }

    @Test(arguments: [
        ("PUT", "/v1/recipients/4711", #"{"subscriptions":[]}"#, "wrong-subscriptions"),
        ("PUT", "/v1/recipients/4711", #"{"subscriptions":[{}]}"#, "wrong-subscriptions"),
        ("PUT", "/v1/recipients/4711", "[]", "wrong-subscriptions"),
        ("PUT", "/v1/recipients/4711", twice, "wrong-subscriptions"),
        ("PUT", "/v1/recipients/a%0Ab", "{}", "unknown"),
        ("POST", "/v1/messages", "{}", "wrong-request"),
        ("POST", "/v1/messages", "{", "wrong-request"),
        ("GET", "/v1/messages/x", "", "unknown"),
        ("GET", "/v1/messages/00000000000000000000000000000000", "", "unknown"),
        ("GET", "/v1/nowhere", "", "unknown"),
    ])
    func `what can't be served is told as a problem`(
        _ method: String,
        _ path: String,
        _ body: String,
        _ name: String
    ) async throws {
        let method = try #require(HTTPRequest.Method(method))
        try await SidecarHTTPBench.run { bench in
            let answer = try await bench.send(method, path, body)
            #expect(answer.type == "urn:sealedpush:problem:\(name)")
        }
    }

    @Test func `another media type, a coding, a long key and a long body are refused`() async throws
    {
        try await SidecarHTTPBench.run { bench in
            let long = String(repeating: " ", count: MessageRequest.byteLimit) + "{}"
            let cases: [(String, [HTTPField.Name: String?], String)] = [
                (Self.message, [.contentType: "text/plain"], "unsupported-coding"),
                (Self.message, [.contentType: nil], "unsupported-coding"),
                (Self.message, [.contentEncoding: "gzip"], "unsupported-coding"),
                (Self.message, [.idempotencyKey: ""], "wrong-request-key"),
                (
                    Self.message, [.idempotencyKey: String(repeating: "k", count: 256)],
                    "wrong-request-key"
                ),
                (long, [:], "too-large"),
            ]
            for (body, headers, name) in cases {
                let answer = try await bench.send(.post, "/v1/messages", body, headers)
                #expect(answer.type == "urn:sealedpush:problem:\(name)")
            }
        }
    }

    @Test func `no log has a code, a name, a key or content`() async throws {
        try await SidecarHTTPBench.run { bench in
            let list = SidecarHTTPBench.subscriptions(SampleDevice())
            _ = try await bench.send(.put, "/v1/recipients/4711", list)
            let name = try await bench.send(.post, "/v1/messages", Self.message).json?["id"]?.string
            _ = try await bench.send(.get, "/v1/messages/\(name ?? "")")
            let text = bench.logs.entries.map { "\($0.message) \($0.metadata)" }.joined()
            #expect(text.contains("v1/recipients"))
            for secret in ["4711", name ?? "none", bench.key.text, "Secret", "relay.example"] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }
}
