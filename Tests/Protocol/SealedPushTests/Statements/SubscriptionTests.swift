// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct SubscriptionTests {
    private let device: SampleDevice

    init() throws {
        device = try SampleDevice()
    }

    @Test(.rules("S-17 S-18"))
    func `a subscription is read back from its bytes and its text`() throws {
        let (subscription, sender) = try (device.subscription(), SenderKeys.sample().identity)
        #expect(subscription.device == device.device)
        #expect(subscription.sender == sender)
        #expect(subscription.recipient == "user-7")
        #expect(subscription.topic.text == "com.example.app")
        #expect(subscription.endpoint == "https://relay.example/e/x")
        let count = 69 + 6 + 15 + 25 + 64
        #expect(subscription.bytes.count == count)
        let read = try DeviceIdentity.Subscription(reading: subscription.bytes.span)
        #expect(read == subscription)
        #expect(try DeviceIdentity.Subscription(text: subscription.text) == subscription)
    }

    @Test func `bytes that were verified before are read without the signature`() throws {
        let subscription = try device.subscription()
        let read = try DeviceIdentity.Subscription(verifiedBefore: subscription.bytes.span)
        #expect(read == subscription)
        var other = subscription.bytes
        other[other.count - 1] ^= 1
        #expect(throws: WireError.wrongSignature) {
            try DeviceIdentity.Subscription(reading: other.span)
        }
        #expect(try DeviceIdentity.Subscription(verifiedBefore: other.span).bytes == other)
        for count in other.indices {
            #expect(throws: WireError.malformed) {
                try DeviceIdentity.Subscription(verifiedBefore: other.span.extracting(first: count))
            }
        }
    }

    @Test(
        .rules("S-17 S-18"),
        arguments: [
            "https://relay.example/e/abc", "http://127.0.0.1:8080/e/abc", "http://localhost/e/a",
            "http://[::1]:8080/e/a", "https://[2606:4700::1]:8443/~", "https://a//",
            "https://a/Az09-._~/",
        ]
    )
    func `an endpoint has an origin and a path`(_ endpoint: String) throws {
        #expect(try device.subscription(at: endpoint).endpoint == endpoint)
    }

    @Test(
        .rules("S-17 S-18"),
        arguments: [
            "", "https://", "http://relay.example/e/abc", "http://127.0.0.1.example/e/a",
            "http://localhost.example/e", "ftp://relay.example/e", "https://relay.example/e/a b",
            "https://relay.example/e/a\r\nHost: x", "https://relay.example/\u{E9}", "https://a",
            "https://a/", "a.example/e", "https://A.example/e", "https://[FE80::1]/e", "https:///e",
            "https://u:p@a.example/e", "https://a.example:0/e", "https://a.example:070/e",
            "https://a.example:99999/e", "https://a.example:/e", "https://a.example:443/e",
            "https://a.example/e?x=1", "https://a.example/e#x", "https://a%2eexample/e",
            "https://a.example\\@b.example/e", "https://[2606:4700::1%251]/e", "https://[%31::1]/e",
            "https://[a.example]/e", "https://[::1/e", "https://[::1]x/e", "https://a b.example/e",
            "https:/a/b/c", "https:a//b/c", "https://re_lay.example/e", "/https://a/b",
        ]
    )
    func `a text without either is no endpoint`(_ endpoint: String) {
        #expect(throws: WireError.malformed) { try device.subscription(at: endpoint) }
    }

    @Test(.rules("S-17 S-18"))
    func `each character beside those of a path is refused in it`() throws {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let allowed = Set("\(letters)0123456789-._~/".utf8)
        for byte in UInt8.min...0x7F {
            let endpoint = "https://a/" + String(decoding: [byte], as: UTF8.self)
            let isRead = (try? device.subscription(at: endpoint)) != nil
            #expect(isRead == allowed.contains(byte), "\(byte)")
        }
    }

    @Test(.rules("S-17 S-18")) func `lengths have limits`() throws {
        let path = String(repeating: "a", count: 502)
        #expect(try device.subscription(at: "https://a/" + path).endpoint.utf8.count == 512)
        let name = String(repeating: "a", count: 64)
        #expect(try device.subscription(as: name).recipient == name)
        for count in [513, 65_535, 65_536] {
            let endpoint = "https://a/" + String(repeating: "a", count: count - 10)
            #expect(throws: WireError.malformed) { try device.subscription(at: endpoint) }
        }
        for name in ["", name + "a", String(repeating: "a", count: 256), "a\n", "\u{9F}"] {
            #expect(throws: WireError.malformed) { try device.subscription(as: name) }
        }
    }

    @Test func `a subscription is not printed`() throws {
        let subscription = try device.subscription(at: "https://r.example/e/secret")
        var text = "\(subscription)"
        dump(subscription, to: &text)
        #expect(!text.contains("secret"))
    }

    @Test func `a device does not subscribe to itself`() throws {
        let own = try SenderIdentity(reading: device.device.bytes.span)
        #expect(throws: WireError.equalKeys) { try device.subscription(for: own) }
    }
}

@Suite struct SubscriptionRuleTests {
    private let device: SampleDevice
    private let sender: SenderIdentity
    private let earlier: SenderIdentity
    private let rule: SubscriptionRule

    init() throws {
        device = try SampleDevice()
        sender = try SenderKeys.sample().identity
        earlier = try SenderKeys.sample(2).identity
        let topic = try #require(Topic("com.example.app"))
        rule = SubscriptionRule(senders: [sender, earlier], topic: topic)
    }

    private func refusal(_ texts: String...) -> SubscriptionError? {
        #expect(throws: SubscriptionError.self) { try rule.read(texts, of: "user-7") }
    }

    @Test(.rules("S-20"))
    func `what was signed for this sender, recipient and app is taken`() throws {
        let ours = try [device.subscription(), SampleDevice(2).subscription(for: earlier)]
        #expect(try rule.read(ours.map(\.text), of: "user-7") == ours)
    }

    @Test(.rules("S-20"))
    func `what was signed for another one is refused, with its place and reason`() throws {
        let own = try device.subscription().text
        let other = try SenderKeys.sample(3).identity
        let faults: [(DeviceIdentity.Subscription, SubscriptionError.Reason)] = try [
            (device.subscription(for: other), .wrongSender),
            (device.subscription(as: "user-8"), .wrongRecipient),
            (device.subscription(as: "user-7 "), .wrongRecipient),
            (device.subscription(topic: "com.example.other"), .wrongTopic),
        ]
        for (subscription, reason) in faults {
            let error = refusal(own, subscription.text)
            #expect(error == SubscriptionError(place: 1, reason: reason))
        }
        #expect(refusal("{}") == SubscriptionError(place: 0, reason: .unreadable(.wrongPrefix)))
        #expect(SubscriptionError.Reason.unreadable(.wrongPrefix).name == "wrongPrefix")
    }

    @Test(.rules("S-20"))
    func `a name that is only written otherwise is another recipient's`() throws {
        let composed = try device.subscription(as: "\u{E9}").text
        #expect(throws: SubscriptionError(place: 0, reason: .wrongRecipient)) {
            try rule.read([composed], of: "e\u{301}")
        }
    }

    @Test(.rules("S-21 S-22")) func `of two of one device the later counts`() throws {
        let first = try device.subscription(at: "https://a/1")
        let other = try SampleDevice(2).subscription()
        let last = try device.subscription(at: "https://a/2")
        let read = try rule.read([first.text, other.text, last.text], of: "user-7")
        #expect(read == [other, last])
    }
}
