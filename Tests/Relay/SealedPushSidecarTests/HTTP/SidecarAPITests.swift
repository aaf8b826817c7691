// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import InMemoryLogging
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushRelay
import TestSupport
import Testing

@testable import SealedPushSidecar

struct SidecarAPITests {
    private static let message = #"{"to":["4711"],"payload":{"aps":{"alert":"Secret words"}}}"#

    @Test func `a recipient is set, read, set anew and deleted`() async throws {
        try await SidecarHTTPBench.run { bench in
            let path = "/v1/recipients/Ann%20%C3%84"
            let (first, second) = (SampleDevice(), SampleDevice())
            #expect(try await bench.send(.get, path).status == .notFound)
            let subscriptions = try [first, second].map { try $0.subscription(as: "Ann Ä") }
            let list = SidecarHTTPBench.list(subscriptions[0], subscriptions[1])
            #expect(try await bench.send(.put, path, list).status == .noContent)
            let known = try await bench.send(.get, path).json?["subscriptions"]?.elements
            #expect(
                known?.compactMap { $0["subscription"]?.string } == subscriptions.map(\.text)
            )
            #expect(known?.compactMap { $0["result"]?.string } == ["waiting", "waiting"])
            let code = try #require(RecipientCode("Ann Ä"))
            let count = try await bench.database.devices(of: code).count
            #expect(count == 2)
            #expect(try await bench.send(.delete, path).status == .noContent)
            #expect(try await bench.send(.get, path).status == .notFound)
        }
    }

    @Test func `a message is accepted once under its key, and its results are told`() async throws {
        try await SidecarHTTPBench.run { bench in
            let list = try SidecarHTTPBench.list(SampleDevice().subscription())
            _ = try await bench.send(.put, "/v1/recipients/4711", list)
            let key: [HTTPField.Name: String?] = [.idempotencyKey: "order 7"]
            let first = try await bench.send(.post, "/v1/messages", Self.message, key)
            let again = try await bench.send(.post, "/v1/messages", Self.message, key)
            #expect(first.status == .accepted && again.status == .accepted)
            let name = try #require(first.json?["id"]?.string)
            #expect(again.json?["id"]?.string == name)
            #expect(first.json?["notes"] == nil)
            #expect(bench.wakes() == 1)
            let other = try await bench.send(.post, "/v1/messages", Self.message + " ", key)
            #expect(other.status == .unprocessableContent)
            #expect(other.type == "urn:sealedpush:problem:other-content")
            let results = try await bench.send(.get, "/v1/messages/\(name)").json?["results"]
            #expect(results?.elements?.compactMap { $0["result"]?.string } == ["waiting"])
            #expect(results?.elements?.compactMap { $0["recipient"]?.string } == ["4711"])
        }
    }

    @Test func `the answer says what of a payload is changed or cannot work sealed`() async throws {
        try await SidecarHTTPBench.run { bench in
            let list = try SidecarHTTPBench.list(SampleDevice().subscription())
            _ = try await bench.send(.put, "/v1/recipients/4711", list)
            let text = #"{"to":["4711"],"payload":{"aps":{"badge":"3"},"x":"\ud83d"}}"#
            let answer = try await bench.send(.post, "/v1/messages", text)
            #expect(answer.status == .accepted)
            let notes: [Payload.Note] = [.halfPair, .passedOver("aps.badge"), .noText]
            let told = answer.json?["notes"]?.elements?.compactMap(\.string)
            #expect(told == notes.map(\.message))
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
        (nil, "key-required"), ("Bearer", "key-required"), ("Basic eDp5", "key-required"),
        ("Bearer x", "key-unknown"), ("Bearer \(Capability().text)", "key-unknown"),
    ])
    func `a request without an API key gets nothing, and a wrong key is told as such`(
        _ value: String?,
        _ name: String
    ) async throws {
        try await SidecarHTTPBench.run { bench in
            for (method, path) in [
                (HTTPRequest.Method.get, "/v1/events"), (.post, "/v1/messages"),
                (.put, "/v1/recipients/4711"), (.get, "/nowhere"),
            ] {
                let answer = try await bench.send(method, path, "", [.authorization: value])
                #expect(answer.status == .unauthorized)
                #expect(answer.type == "urn:sealedpush:problem:\(name)")
                let challenge = answer.headers[.wwwAuthenticate]
                #expect(challenge?.contains("invalid_token") == (name == "key-unknown"))
            }
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

    @Test(arguments: [
        ("[]", "a list"), ("{}", "a list"), (#"{"subscriptions":7}"#, "a list"),
        (#"{"subscriptions":[]}"#, "is empty; DELETE"),
        (#"{"subscriptions":[{}\#(String(repeating: ",{}", count: 64))]}"#, "64 devices"),
        (#"{"subscriptions":[7]}"#, "subscriptions[0] is no text"),
        (
            #"{"subscriptions":[{"endpoint":"https://relay.example/e/x","identity":"AAAA"}]}"#,
            "subscriptions[0] is no text"
        ),
        (#"{"subscriptions":["relay.example"]}"#, "subscriptions[0]: the subscription is empty"),
    ])
    func `a list of subscriptions is refused with what is wrong in it`(
        _ body: String,
        _ words: String
    ) async throws {
        try await expectRefusal(of: body, words)
    }

    private func expectRefusal(of body: String, _ words: String) async throws {
        try await SidecarHTTPBench.run { bench in
            let answer = try await bench.send(.put, "/v1/recipients/4711", body)
            #expect(answer.status == .badRequest)
            #expect(answer.type == "urn:sealedpush:problem:wrong-subscriptions")
            let detail = answer.json?["detail"]?.string ?? ""
            #expect(detail.contains(words) && detail.hasSuffix("."), "\(detail)")
            #expect(!detail.contains("relay.example"))
            #expect(try await bench.send(.get, "/v1/recipients/4711").status == .notFound)
        }
    }

    @Test(.rules("S-20"))
    func `a subscription for another one is refused with its place and its reason`()
        async throws
    {
        let device = SampleDevice()
        let own = try device.subscription()
        let faults: [(DeviceIdentity.Subscription, String)] = try [
            (device.subscription(for: SenderKeys().identity), "another sender (wrongSender)"),
            (device.subscription(as: "5"), "another recipient (wrongRecipient)"),
            (device.subscription(topic: "com.example.other"), "another app (wrongTopic)"),
        ]
        for (subscription, words) in faults {
            let list = SidecarHTTPBench.list(own, subscription)
            try await expectRefusal(
                of: list,
                "subscriptions[1]: the device has signed it for \(words)"
            )
        }
    }

    @Test(
        .rules("C-40"),
        arguments: [
            ("http://127.0.0.1", RelayRefusal.notEncrypted),
            ("http://localhost:8080", .notEncrypted),
            ("http://[::1]:8443", .notEncrypted), ("https://relay.example:444", .otherPort),
            ("https://relay.example:80", .otherPort), ("https://10.0.0.1:8080", .otherPort),
            ("https://10.0.0.1", .notPublic), ("https://192.168.1.1:8443", .notPublic),
            ("https://169.254.169.254", .notPublic), ("https://127.0.0.1", .notPublic),
            // Other forms of 127.0.0.1 and 10.0.0.1, which the system reads as addresses.
            ("https://127.1", .notPublic), ("https://2130706433", .notPublic),
            ("https://0x7f000001", .notPublic), ("https://012.0.0.1", .notPublic),
            ("https://[::1]", .notPublic), ("https://[fd12::1]:8443", .notPublic),
            ("https://[fe80::1]", .notPublic), ("https://[::ffff:10.0.0.1]", .notPublic),
            ("https://[64:ff9b::a00:1]", .notPublic), ("https://localhost", .notPublic),
            ("https://a.localhost:8443", .notPublic), ("https://localhost.", .notPublic),
            ("https://127.0.0.1.", .notPublic), ("https://10.0.0.1.:8443", .notPublic),
            ("https://relay.local", .notPublic), ("https://relay.local.", .notPublic),
            // Neither an address nor a name.
            ("https://256.1.1.1", .notPublic), ("https://08.8.8.8", .notPublic),
            ("https://1.2.3.4.5", .notPublic), ("https://a.1", .notPublic),
            ("https://[1]", .notPublic), ("https://[:::1]", .notPublic),
            ("https://[.]", .notPublic), ("https://.", .notPublic),
            ("https://a..example", .notPublic), ("https://.example", .notPublic),
            ("https://\(String(repeating: "a", count: 64)).example", .notPublic),
        ]
    )
    func `a relay that is never asked is told with its place, unless it is allowed`(
        _ origin: String,
        _ refusal: RelayRefusal
    ) async throws {
        let subscription = try SampleDevice().subscription(at: origin + "/e/secret")
        let list = try SidecarHTTPBench.list(SampleDevice().subscription(), subscription)
        let words = "subscriptions[1]: its relay \(refusal.message) (\(refusal))"
        try await expectRefusal(of: list, words)
        try await SidecarHTTPBench.run(allowing: [origin]) { bench in
            let answer = try await bench.send(.put, "/v1/recipients/4711", list)
            #expect(answer.status == .noContent)
        }
    }

    @Test(arguments: [
        "https://relay.example", "https://relay.example:8443", "https://8.8.8.8",
        "https://[2606:4700::1]:8443", "https://10.example", "https://localhost.example",
        "https://relay.example.", "https://\(String(repeating: "a", count: 63)).example",
    ])
    func `a relay that may be asked is taken, and no name is looked up for it`(
        _ origin: String
    ) async throws {
        let list = try SidecarHTTPBench.list(SampleDevice().subscription(at: origin + "/e/x"))
        try await SidecarHTTPBench.run { bench in
            let answer = try await bench.send(.put, "/v1/recipients/4711", list)
            #expect(answer.status == .noContent)
        }
    }

    @Test func `a later subscription of the same device counts, whatever the earlier relay is`()
        async throws
    {
        let device = SampleDevice()
        let earlier = try device.subscription(at: "https://10.0.0.1/e/x")
        let list = try SidecarHTTPBench.list(earlier, device.subscription())
        try await SidecarHTTPBench.run { bench in
            let answer = try await bench.send(.put, "/v1/recipients/4711", list)
            #expect(answer.status == .noContent)
        }
    }

    @Test func `a payload that fits into no push is told at once, and nothing is sent`()
        async throws
    {
        try await SidecarHTTPBench.run { bench in
            let list = try SidecarHTTPBench.list(SampleDevice().subscription())
            _ = try await bench.send(.put, "/v1/recipients/4711", list)
            for (count, more, status) in [
                (1589, "", HTTPResponse.Status.accepted), (1590, "", .unprocessableContent),
                (9000, "", .unprocessableContent), (1589, #","from":"7""#, .unprocessableContent),
                (9000, #","shorten":["title"]"#, .unprocessableContent),
                (9000, #","shorten":["body"]"#, .accepted),
            ] {
                // 20 bytes are around the text.
                let text = String(repeating: "x", count: count)
                let message = #"{"to":["4711"],"payload":{"aps":{"alert":"\#(text)"}}\#(more)}"#
                let answer = try await bench.send(.post, "/v1/messages", message)
                #expect(answer.status == status, "\(count) \(more)")
                guard status != .accepted else { continue }
                #expect(answer.type == "urn:sealedpush:problem:cannot-fit")
                let detail = answer.json?["detail"]?.string
                #expect(detail?.contains("room for 1609; nothing was sent") == true)
            }
            #expect(bench.wakes() == 2)
        }
    }

    @Test(.rules("S-21 S-22"))
    func `of two subscriptions of one device the later is kept`() async throws {
        let device = SampleDevice()
        let earlier = try device.subscription(at: "https://relay.example/e/1")
        let later = try device.subscription(at: "https://relay.example/e/2")
        try await SidecarHTTPBench.run { bench in
            let list = SidecarHTTPBench.list(earlier, later)
            let answer = try await bench.send(.put, "/v1/recipients/4711", list)
            #expect(answer.status == .noContent)
            let code = try #require(RecipientCode("4711"))
            let known = try await bench.database.devices(of: code)
            #expect(known.map(\.destination) == [.subscription(later)])
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/v1/messages", "POST"), (.delete, "/v1/messages/x", "GET"),
        (.post, "/v1/recipients/4711", "DELETE, GET, PUT"), (.post, "/v1/events", "GET"),
    ])
    func `a method that a path does not have is told with those that it has`(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ allowed: String
    ) async throws {
        try await SidecarHTTPBench.run { bench in
            let answer = try await bench.send(method, path)
            #expect(answer.status == .methodNotAllowed)
            #expect(answer.type == "urn:sealedpush:problem:method-not-allowed")
            #expect(answer.headers[.allow] == allowed)
            #expect(answer.json?["detail"]?.string?.contains(allowed) == true)
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
                let detail = answer.json?["detail"]?.string
                #expect(detail?.contains("65536 bytes") == (name == "too-large"))
            }
        }
    }

    @Test(.rules("C-98")) func `no log has a code, a name, a key or content`() async throws {
        try await SidecarHTTPBench.run { bench in
            let list = try SidecarHTTPBench.list(
                SampleDevice().subscription(as: "user-of-mine")
            )
            _ = try await bench.send(.put, "/v1/recipients/user-of-mine", list)
            let message = Self.message.replacing("4711", with: "user-of-mine")
            let name = try await bench.send(.post, "/v1/messages", message).json?["id"]?.string
            #expect(name != nil)
            _ = try await bench.send(.get, "/v1/messages/\(name ?? "")")
            let text = bench.logs.entries.map { "\($0.message) \($0.metadata)" }.joined()
            #expect(text.contains("v1/recipients"))
            for secret in [
                "user-of-mine", name ?? "none", bench.key.text, "Secret", "relay.example",
            ] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }
}
