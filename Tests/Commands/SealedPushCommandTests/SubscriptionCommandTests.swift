// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// What a device signs for a sender, apart from the relay.
struct SubscriptionCommandTests {
    private let place: Workplace
    private let sender: String

    init() throws {
        place = try Workplace.withStores()
        sender = try place.text("identity")
        try place.subscribe("phone", to: SenderIdentity(text: sender))
    }

    private func sign(_ store: String, for sender: String) throws -> Transcript {
        try place.run(
            "device",
            "endpoint",
            "--store",
            "@\(store)",
            "--again",
            "@subscription",
            "--sender",
            sender
        )
    }

    @Test func `an endpoint is signed again for its sender's next identity`() throws {
        let earlier = try DeviceIdentity.Subscription(text: place.text("subscription"))
        try place.succeed("sender", "succeed", "--store", "@server")
        let next = try place.succeed("sender", "identity", "--store", "@server").line
        #expect(next != sender)
        let run = try sign("phone", for: next)
        let subscription = try DeviceIdentity.Subscription(text: run.line)
        #expect(try subscription.sender == SenderIdentity(text: next))
        #expect(subscription.device == earlier.device)
        #expect(subscription.endpoint == earlier.endpoint)
        #expect(subscription.recipient == "user-7" && subscription.topic.text == Workplace.topic)
    }

    @Test func `nothing is signed for another device, or for a blocked or revoked sender`() throws {
        try place.make("tablet")
        let other = try sign("tablet", for: sender)
        #expect(other.status == 3)
        #expect(other.errors.contains("the subscription is another device's"))
        try place.succeed("contact", "block", "--store", "@phone", "--identity", sender)
        let blocked = try sign("phone", for: sender)
        #expect(blocked.status == 7 && blocked.output.isEmpty)
        #expect(blocked.errors.contains("the sender is blocked or revoked"))
        try place.succeed("contact", "unblock", "--store", "@phone", "--identity", sender)
        #expect(try sign("phone", for: sender).status == 0)
        let revocation = try place.succeed("sender", "revoke", "--store", "@server", "--yes")
        try place.write(revocation.output, to: "revocation")
        try place.succeed("statement", "apply", "--store", "@phone", "@revocation")
        #expect(try sign("phone", for: sender).status == 7)
    }

    @Test func `a subscription is shown with what it says, and is applied to no store`() throws {
        let shown = try place.succeed("inspect", "@subscription").text
        for line in [
            "statement  subscription", "sender     \(sender)", "recipient  user-7",
            "topic      com.example.app", "endpoint   https://relay.example/e/x",
            "signed by  device",
        ] {
            #expect(shown.split(separator: "\n").contains { $0 == line }, "\(line)")
        }
        for store in ["@phone", "@server"] {
            let run = try place.run("statement", "apply", "--store", store, "@subscription")
            #expect(run.status == 4)
            #expect(run.errors.contains("is for the sender's backend, and changes no store"))
        }
    }
}
