// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import OpenAPITestSupport
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct SenderRoutesTests {
    // MARK: - Bundles

    @Test func `a sender gets the bundle, and 304 as long as it is the same`() async throws {
        try await RelayBench.run { bench in
            let response = try await bench.send(bench.path)
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl] == "private, max-age=3600")
            #expect(response.headers[.referrerPolicy] == "no-referrer")
            let text = try #require(response.json?["bundle"]?.string)
            let bytes = try Base64URL.decode(Array(text.utf8).span)
            let bundle = try DeviceBundle(reading: bytes.span)
            #expect(bundle.device == bench.identity)
            #expect(bundle.records == [bench.reusable])
            #expect(response.json?["limits"]?["queued"]?.integer == 100)
            let tag = try #require(response.headers[.eTag])
            let again = try await bench.send(bench.path, .get, [.ifNoneMatch: "\"other\", \(tag)"])
            #expect(again.status == .notModified)
            #expect(again.body.readableBytes == 0)
            let other = try await bench.send(bench.path, .get, [.ifNoneMatch: "\"other\""])
            #expect(other.status == .ok)
        }
    }

    @Test func `each one-time prekey is given out once, and then none`() async throws {
        try await RelayBench.run(oneTime: 2) { bench in
            var seen: Set<PrekeyRecord.ID> = []
            for count in [2, 2, 1] {
                let response = try await bench.send(bench.path + "/prekey", .post)
                #expect(response.status == .ok)
                #expect(response.headers[.cacheControl] == "no-store")
                let text = try #require(response.json?["bundle"]?.string)
                let bytes = try Base64URL.decode(Array(text.utf8).span)
                let bundle = try DeviceBundle(reading: bytes.span)
                #expect(bundle.records.count == count)
                #expect(bundle.reusable == bench.reusable)
                for record in bundle.records.dropFirst() {
                    #expect(seen.insert(record.id).inserted)
                    #expect(try await bench.post(bench.envelope(to: record.id)).status == .created)
                }
            }
            #expect(seen.count == 2)
        }
    }

    @Test func `of a device that hands its bundle out by itself there is none here`() async throws {
        try await RelayBench.run(publishes: false) { bench in
            let response = try await bench.send(bench.path)
            #expect(response.status == .ok)
            #expect(response.json?["bundle"] == nil)
            let any = PrekeyRecord.ID(Randomness.bytes(8))
            #expect(try await bench.post(bench.envelope(to: any)).status == .created)
        }
    }

    // MARK: - Messages

    @Test(.rules("C-67"))
    func `a message is queued when it is answered, and the same one again is the same`()
        async throws
    {
        try await RelayBench.run { bench in
            let envelope = bench.envelope()
            let first = try await bench.post(envelope)
            #expect(first.status == .created)
            #expect(first.headers[.ttl] == "600")
            let location = try #require(first.headers[.location])
            #expect(location.hasPrefix("https://relay.example/m/"))
            let message = try #require(try await bench.store.contents.queue.values.first)
            #expect(message.expires == SampleDevice.now.advanced(by: .seconds(600)))
            let again = try await bench.post(envelope, [.ttl: "60"])
            #expect(again.status == .created)
            #expect(again.headers[.location] == location)
            #expect(try await bench.queued == 1)
            let other = try await bench.post()
            #expect(other.headers[.location] != location)
            #expect(try await bench.queued == 2)
        }
    }

    @Test func `TTL ends at 30 days, and topics replace`() async throws {
        try await RelayBench.run { bench in
            let long = try await bench.post(nil, [.ttl: "99999999", .topic: "a", .urgency: "low"])
            #expect(long.headers[.ttl] == "2592000")
            let once = try await bench.post(nil, [.ttl: "0", .topic: "a"])
            #expect(once.headers[.ttl] == "0")
            #expect(try await bench.queued == 1)
        }
    }

    @Test(
        arguments: [
            ([.ttl: nil], "wrong-header"), ([.ttl: "1 s"], "wrong-header"),
            ([.urgency: "now"], "wrong-header"), ([.topic: "a b"], "wrong-header"),
            ([.contentType: "application/json"], "unsupported-coding"),
            ([.contentType: nil], "unsupported-coding"),
            ([.contentEncoding: "aes128gcm"], "unsupported-coding"),
        ] as [([HTTPField.Name: String?], String)]
    )
    func `a request with a wrong header is told what is wrong`(
        _ changes: [HTTPField.Name: String?],
        _ problem: String
    ) async throws {
        try await RelayBench.run { bench in
            let response = try await bench.post(nil, changes)
            #expect(response.problem == problem)
            #expect(try await bench.queued == 0)
        }
    }

    @Test func `a body that is no envelope, or larger than any, is refused`() async throws {
        try await RelayBench.run { bench in
            #expect(try await bench.post([]).problem == "not-an-envelope")
            #expect(try await bench.post([2] + Randomness.bytes(1399)).problem == "not-an-envelope")
            let largest = bench.envelope() + Randomness.bytes(EnvelopeLayout.maximumCount - 1400)
            #expect(try await bench.post(largest).status == .created)
            let larger = try await bench.post(largest + [0])
            #expect(larger.status == .contentTooLarge)
            #expect(larger.problem == "too-large")
            #expect(try await bench.queued == 1)
        }
    }

    @Test func `a repeated envelope is the same message also if its prekey has ended since`()
        async throws
    {
        try await RelayBench.run { bench in
            let envelope = bench.envelope()
            let first = try await bench.post(envelope)
            #expect(first.status == .created)
            bench.store.advance(by: .days(60))
            #expect(try await bench.post(bench.envelope()).problem == "stale-prekey")
            let again = try await bench.post(envelope)
            #expect(again.status == .created)
            #expect(again.headers[.location] == first.headers[.location])
        }
    }

    @Test func `a repeated envelope is told what is left of the first time, not of its own`()
        async throws
    {
        try await RelayBench.run { bench in
            let (envelope, once) = (bench.envelope(), bench.envelope())
            let first = try await bench.post(envelope, [.ttl: "600"])
            #expect(first.headers[.ttl] == "600")
            bench.store.advance(by: .seconds(100))
            for ttl in ["86400", "0"] {
                let again = try await bench.post(envelope, [.ttl: ttl])
                #expect(again.status == .created)
                #expect(again.headers[.ttl] == "500")
            }
            bench.store.advance(by: .seconds(600))
            #expect(try await bench.post(envelope).headers[.ttl] == "0")
            // One with a single attempt has no time left after that.
            for ttl in ["0", "60"] {
                #expect(try await bench.post(once, [.ttl: ttl]).headers[.ttl] == "0")
            }
            let location = try #require(first.headers[.location])
            _ = try await bench.send(String(location.dropFirst(bench.origin.count)), .delete)
            #expect(try await bench.post(envelope).headers[.ttl] == "0")
        }
    }

    @Test func `a prekey that was not given out is stale`() async throws {
        try await RelayBench.run { bench in
            let unknown = PrekeyRecord.ID(Randomness.bytes(8))
            let response = try await bench.post(bench.envelope(to: unknown))
            #expect(response.status == .conflict)
            #expect(response.problem == "stale-prekey")
        }
    }

    @Test func `a limit is told with the time to wait`() async throws {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 1
        try await RelayBench.run(limits: limits) { bench in
            #expect(try await bench.post().status == .created)
            let response = try await bench.post()
            #expect(response.status == .tooManyRequests)
            #expect(response.problem == "limit")
            #expect(response.headers[.retryAfter] == "60")
        }
    }

    @Test func `a message is withdrawn once or more, and none by a guess`()
        async throws
    {
        try await RelayBench.run { bench in
            let location = try #require(try await bench.post().headers[.location])
            let path = String(location.dropFirst(SampleDevice.origin.text.count))
            var forged = Array(path)
            forged[forged.count - 1] = forged[forged.count - 1] == "A" ? "Q" : "A"
            #expect(try await bench.send(String(forged), .delete).problem == "unknown")
            #expect(try await bench.queued == 1)
            for _ in 0..<2 { #expect(try await bench.send(path, .delete).status == .noContent) }
            #expect(try await bench.queued == 0)
        }
    }

    // MARK: - Endpoints

    @Test func `an endpoint that is not known is not found, and one that has ended is gone`()
        async throws
    {
        try await RelayBench.run { bench in
            for text in [Capability().text, "x", String(repeating: "A", count: 5000)] {
                #expect(try await bench.send("/e/\(text)").problem == "unknown")
                #expect(try await bench.send("/e/\(text)", .post).problem == "unknown")
            }
            #expect(try await bench.send("/").problem == "unknown")
            try await bench.store.write {
                try $0.revoke(bench.endpoint.id, of: bench.endpoint.device)
            }
            #expect(try await bench.send(bench.path).status == .gone)
            #expect(try await bench.post().problem == "gone")
            #expect(try await bench.send(bench.path + "/prekey", .post).problem == "gone")
            bench.store.advance(by: .days(91))
            #expect(try await bench.send(bench.path).problem == "unknown")
        }
    }

    @Test(.rules("C-36"))
    func `where the store does not answer a sender asks again`() async throws {
        try await RelayBench.run { bench in
            for (path, method) in [("", HTTPRequest.Method.get), ("", .post), ("/prekey", .post)] {
                bench.store.fail(1)
                let response = try await bench.send(bench.path + path, method)
                #expect(response.status == .serviceUnavailable)
                #expect(response.problem == "unavailable")
                #expect(response.headers[.retryAfter] != nil)
            }
            #expect(try await bench.post().status == .created)
        }
    }

    @Test(.rules("C-33")) func `no URL of an endpoint or a message is in a log`() async throws {
        try await RelayBench.run(oneTime: 1) { bench in
            _ = try await bench.send(bench.path)
            _ = try await bench.send(bench.path + "/prekey", .post)
            _ = try await bench.send(bench.path + "/else")
            _ = try await bench.send("/" + bench.capability.text)
            let location = try #require(try await bench.post().headers[.location])
            _ = try await bench.send(String(location.dropFirst(21)), .delete)
            bench.store.fail(1)
            _ = try await bench.post()
            let handle = try #require(location.split(separator: "/").last)
            let entries = bench.logs.entries.map { "\($0.message) \($0.metadata)" }
            #expect(entries.count >= 6)
            #expect(
                entries.contains { $0.contains("/e/{endpoint}") || $0.contains("/e/:endpoint") }
            )
            #expect(entries.contains { $0.contains("none") })
            for entry in entries {
                #expect(!entry.contains(bench.capability.text) && !entry.contains(handle))
            }
        }
    }
}
