// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore
import TestSupport
import Testing

struct DeviceSubscriptionTests {
    private let phone: TemporaryStore
    private let server: TemporaryStore
    private let endpoint = "https://relay.example/e/x"

    init() throws {
        phone = try TemporaryStore()
        server = try TemporaryStore()
    }

    @Test func `a device signs for an endpoint, a sender and a recipient`() throws {
        let keys = try Samples.device(in: phone.store)
        let sender = try SenderIdentities.create(in: server.store).identity
        let subscription = try keys.subscription(at: endpoint, for: sender, as: "user-7")
        let rule = SubscriptionRule(senders: [sender], topic: keys.topic)
        #expect(try rule.read([subscription.text], of: "user-7") == [subscription])
        #expect(subscription.device == keys.identity)
        for (endpoint, recipient) in [("http://relay.example/e/x", "user-7"), (endpoint, "")] {
            #expect(throws: KeyError.malformedSubscription) {
                try keys.subscription(at: endpoint, for: sender, as: recipient)
            }
        }
    }

    @Test(.rules("S-19")) func `a blocked or revoked sender gets no subscription`() throws {
        let keys = try Samples.device(in: phone.store)
        let contacts = ContactBook(phone.store)
        let blocked = try SenderIdentities.create(named: "blocked", in: server.store).identity
        let contact = try SenderIdentities.create(named: "contact", in: server.store).identity
        let stranger = try SenderIdentities.create(named: "stranger", in: server.store).identity
        for identity in [blocked, contact] { try contacts.add(name: "A", identity: identity) }
        for identity in [blocked, contact, stranger] {
            _ = try keys.subscription(at: endpoint, for: identity, as: "user-7")
        }
        try contacts.block(blocked)
        for name in ["contact", "stranger"] {
            let revocation = try SenderIdentities.revoke(
                named: name,
                in: server.store,
                at: Samples.now
            )
            try contacts.apply(revocation)
        }
        for identity in [blocked, contact, stranger] {
            #expect(throws: KeyError.senderSilenced) {
                try keys.subscription(at: endpoint, for: identity, as: "user-7")
            }
        }
        try contacts.unblock(blocked)
        _ = try keys.subscription(at: endpoint, for: blocked, as: "user-7")
    }

    @Test(.rules("S-20"))
    func `a name's identities are those that its own statements lead to`() throws {
        let first = try SenderIdentities.create(in: server.store).identity
        let other = try SenderIdentities.create(named: "other", in: server.store).identity
        #expect(try SenderIdentities.identities(in: server.store) == [first])
        let second = try SenderIdentities.succeed(in: server.store, at: Samples.now).new
        let third = try SenderIdentities.succeed(in: server.store, at: Samples.now).new
        #expect(try SenderIdentities.identities(in: server.store) == [first, second, third])
        #expect(try SenderIdentities.identities(named: "other", in: server.store) == [other])
    }
}
