// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelay

struct DeliveryOptionsTests {
    @Test func `a lifetime of 0 is one attempt, and one above 30 days is 30 days`() throws {
        let times: [(String, DeliveryOptions.Lifetime)] = [
            ("0", .once), ("1", .until(.seconds(1))), ("2592000", .until(.seconds(2_592_000))),
            ("9999999999", .until(.seconds(2_592_000))),
        ]
        for (text, lifetime) in times {
            let options = try DeliveryOptions(ttl: text, urgency: nil, topic: nil)
            #expect(options.lifetime == lifetime)
        }
        let now = SampleDevice.now
        #expect(DeliveryOptions.Lifetime.once.expiry(accepted: now) == now + .seconds(60))
    }

    @Test(arguments: [nil, "", "-1", "+1", "1.5", " 1", "12345678901", "٣"])
    func `a lifetime that is no whole number is refused`(_ text: String?) {
        #expect(throws: OptionsError.wrongLifetime) {
            try DeliveryOptions(ttl: text, urgency: nil, topic: nil)
        }
    }

    @Test(arguments: [
        ("high", true), ("normal", true), ("low", false), ("very-low", false), (nil, true),
    ])
    func `normal and high urgency go first`(_ text: String?, isUrgent: Bool) throws {
        let options = try DeliveryOptions(ttl: "1", urgency: text, topic: nil)
        #expect(options.isUrgent == isUrgent)
    }

    @Test(arguments: ["", "High", "urgent", "low,high"])
    func `another urgency is refused`(_ text: String) {
        #expect(throws: OptionsError.wrongUrgency) {
            try DeliveryOptions(ttl: "1", urgency: text, topic: nil)
        }
    }

    @Test(arguments: ["", String(repeating: "a", count: 33), "a b", "a=", "a/b", "é"])
    func `a topic that is not 1 to 32 characters of base64url is refused`(_ text: String) {
        #expect(throws: OptionsError.wrongTopic) {
            try DeliveryOptions(ttl: "1", urgency: nil, topic: text)
        }
    }

    @Test func `a topic of 32 characters is taken`() throws {
        let topic = "AZaz09-_" + String(repeating: "a", count: 24)
        #expect(try DeliveryOptions(ttl: "1", urgency: nil, topic: topic).topic == topic)
    }
}
