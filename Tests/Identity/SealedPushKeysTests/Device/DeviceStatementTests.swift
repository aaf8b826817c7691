// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import TestSupport
import Testing

struct DeviceStatementTests {
    let old: TemporaryStore
    let now = Samples.now

    init() throws {
        old = try TemporaryStore()
    }

    @Test(.rules("V-22"))
    func `a device signs no bytes of a relay's choice, but a hash over what it knows itself`()
        throws
    {
        let keys = try Samples.device(in: old.store)
        let (origin, nonce) = ("https://relay.example", [UInt8](repeating: 7, count: 32))
        let proof = try keys.possessionProof(for: .credential, at: origin, of: "d1", nonce: nonce)
        #expect(try DeviceIdentity.PossessionProof(reading: proof.bytes.span) == proof)
        #expect(proof.device == keys.identity && proof.challenge != nonce)
        let asked = try DeviceIdentity.PossessionProof.Challenge(
            to: .credential,
            at: origin,
            of: "d1",
            nonce: nonce
        )
        #expect(proof.answers(asked))
        for (origin, name, nonce) in [
            (origin + "/", "d1", nonce), (origin, "", nonce), (origin, "d1", [1]),
        ] {
            #expect(throws: KeyError.malformedChallenge) {
                try keys.possessionProof(for: .activation, at: origin, of: name, nonce: nonce)
            }
        }
    }

    // MARK: - Retirements

    @Test(.rules("V-26"))
    func `a store keeps its device's retirement, and those of devices before it`() throws {
        #expect(try DeviceKeys.retirements(in: old.store).isEmpty)
        let lost = SampleDevice()
        // As a restored backup brings it.
        let id = Array("own retirement\0".utf8) + lost.identity.bytes
        let bytes = lost.retirement().bytes
        #expect(try old.store.create(.statements, id: id, contents: bytes.span))
        #expect(try DeviceKeys.retirements(in: old.store) == [lost.retirement()])
        let keys = try Samples.device(in: old.store)
        let kept = try DeviceKeys.retirements(in: old.store)
        try #require(kept.count == 2)
        #expect(Set(kept) == [lost.retirement(), try keys.retirement()])
        let order = kept.map(\.device.bytes)
        #expect(order[0].lexicographicallyPrecedes(order[1]))
    }

    @Test func `other statements are none of its own`() async throws {
        let keys = try Samples.device(in: old.store)
        _ = try SenderIdentities.create(in: old.store)
        _ = try SenderIdentities.succeed(in: old.store, at: now)
        let memory = StoredSenderMemory(in: old.store)
        try await memory.retire(SampleDevice().retirement())
        #expect(try DeviceKeys.retirements(in: old.store) == [keys.retirement()])
        // Nor is a device retired by keeping what will retire it.
        try await memory.check(keys.identity, for: nil, newDevices: .refuse)
    }

    @Test func `a retirement of the wrong form is corrupted`() throws {
        let id = Array("own retirement\0x".utf8)
        #expect(try old.store.create(.statements, id: id, contents: [1].span))
        #expect(throws: KeyError.store(.corrupted)) { try DeviceKeys.retirements(in: old.store) }
    }

    @Test func `damaged retirements are corrupted`() throws {
        _ = try Samples.device(in: old.store)
        try old.damage("statements")
        #expect(throws: KeyError.store(.corrupted)) { try DeviceKeys.retirements(in: old.store) }
    }
}

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
