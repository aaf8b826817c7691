// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelay

struct EndpointTests {
    private let now = SampleDevice.now

    private func endpoint() -> Endpoint {
        Endpoint(
            id: EndpointID(1),
            device: DeviceID(),
            digest: Capability().digest,
            sender: .anyone
        )
    }

    @Test func `an endpoint is open while its device can be waited for`() {
        let endpoint = endpoint()
        for state in [.active, .doubtful(since: now), .unreachable(since: now)] as [DeviceState] {
            #expect(endpoint.reach(of: state, at: now) == .open)
        }
        #expect(endpoint.reach(of: .pending(since: now), at: now) == .unknown)
    }

    @Test func `what has ended answers gone for 90 days and is unknown after that`() {
        let days: Duration = .seconds(90 * 86_400)
        let states: [DeviceState] = [
            .gone(since: now), .replaced(since: now), .retired(since: now),
        ]
        for state in states {
            #expect(endpoint().reach(of: state, at: now + days + .milliseconds(-1)) == .gone)
            #expect(endpoint().reach(of: state, at: now + days) == .unknown)
        }
        var revoked = endpoint()
        revoked.revoke(at: now)
        revoked.revoke(at: now + .seconds(1))
        #expect(revoked.reach(of: .active, at: now) == .gone)
        #expect(revoked.reach(of: .active, at: now + days) == .unknown)
        #expect(revoked.reach(of: .gone(since: now + .seconds(5)), at: now + days) == .unknown)
    }
}

struct SubscriptionTests {
    private let sample = SampleDevice()

    @Test func `a subscription is read back, with a key and without`() throws {
        for key in [nil, [4] + Randomness.bytes(64)] {
            let subscription = Subscription(
                endpoint: "https://relay.example/e/abc",
                identity: sample.identity,
                vapid: key
            )
            #expect(try Subscription(reading: subscription.json) == subscription)
        }
    }

    @Test(arguments: [
        "https://relay.example/e/abc", "http://127.0.0.1:8080/e/abc", "http://localhost/e/a",
        "http://[::1]:80/e/a",
    ])
    func `an endpoint has https, or is on the same machine`(_ endpoint: String) throws {
        let json = Subscription(endpoint: endpoint, identity: sample.identity).json
        #expect(try Subscription(reading: json).endpoint == endpoint)
    }

    @Test(arguments: [
        "", "https://", "http://relay.example/e/abc", "http://127.0.0.1.example/e/a",
        "http://localhost.example/", "ftp://relay.example/", "https://relay.example/e/a b",
        "https://relay.example/e/a\\r\\nHost: x", "https://relay.example/\u{E9}",
    ])
    func `a text that is no such URL is no endpoint`(_ endpoint: String) {
        let identity = Base64URL.encode(sample.identity.bytes.span)
        let json = #"{"endpoint":"\#(endpoint)","identity":"\#(identity)"}"#
        #expect(throws: SubscriptionError.noEndpoint) {
            try Subscription(reading: Array(json.utf8))
        }
    }

    @Test func `each other fault of a subscription has its own error`() throws {
        let url = #""endpoint":"https://relay.example/e/a""#
        let identity = Base64URL.encode(sample.identity.bytes.span)
        let small = Base64URL.encode([4, 5].span)
        let wrong = Base64URL.encode(([5] + Randomness.bytes(64)).span)
        let faults: [(String, SubscriptionError)] = [
            ("[]", .notAnObject), ("{", .notAnObject), ("", .notAnObject),
            ("{\(url)}", .noIdentity), (#"{\#(url),"identity":7}"#, .noIdentity),
            (#"{\#(url),"identity":"\#(small)"}"#, .noIdentity),
            (#"{\#(url),"identity":"\#(identity)","vapid":null}"#, .wrongKey),
            (#"{\#(url),"identity":"\#(identity)","vapid":"\#(small)"}"#, .wrongKey),
            (#"{\#(url),"identity":"\#(identity)","vapid":"\#(wrong)"}"#, .wrongKey),
        ]
        for (json, error) in faults {
            #expect(throws: error, "\(json)") { try Subscription(reading: Array(json.utf8)) }
        }
        let long = [UInt8](repeating: UInt8(ascii: " "), count: 4097)
        #expect(throws: SubscriptionError.tooLong(4097)) { try Subscription(reading: long) }
    }

    @Test func `a subscription is not printed`() {
        let subscription = Subscription(
            endpoint: "https://r.example/e/secret",
            identity: sample.identity
        )
        var text = "\(subscription)"
        dump(subscription, to: &text)
        #expect(!text.contains("secret"))
    }
}
