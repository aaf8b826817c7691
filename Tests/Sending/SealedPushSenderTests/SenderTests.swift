// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import Testing

struct SenderTests {
    let mail: Correspondence
    let temporary: TemporaryStore

    init() throws {
        mail = try Correspondence()
        temporary = try TemporaryStore()
    }

    private func seal(_ json: String, by sender: Sender) async throws -> SealedNotification {
        try await sender.seal(
            Array(json.utf8),
            to: .named("bob"),
            mail.bundle,
            topic: mail.topic,
            now: Correspondence.now
        )
    }

    @Test func `three lines seal for a device`() async throws {
        let keys = try SenderIdentities.create(in: temporary.store)
        let sender = try Sender(store: temporary.store)
        let sealed = try await seal(#"{"aps":{"badge":1}}"#, by: sender)
        #expect(sender.identity == keys.identity)
        #expect(try mail.open(sealed).claim.sender == keys.identity.bytes)
        #expect(try mail.content(sealed) == #"{"aps":{"badge":1}}"#)
        #expect(sealed.prekeyClass == .reusable)
    }

    @Test func `a sender of another name has keys of its own`() async throws {
        let first = try SenderIdentities.create(in: temporary.store)
        let second = try SenderIdentities.create(named: "second", in: temporary.store)
        let sender = try Sender(store: temporary.store, named: "second")
        #expect(sender.identity == second.identity)
        #expect(sender.identity != first.identity)
    }

    @Test func `the store remembers the devices of a recipient between senders`() async throws {
        _ = try SenderIdentities.create(in: temporary.store)
        _ = try await seal(#"{"aps":{}}"#, by: Sender(store: temporary.store))
        let another = try Correspondence()
        await #expect(throws: SealingError.newDevice) {
            try await Sender(store: temporary.reopened()).seal(
                Array(#"{"aps":{}}"#.utf8),
                to: .named("bob"),
                another.bundle,
                topic: mail.topic,
                now: Correspondence.now
            )
        }
    }

    @Test func `without a time it is sealed now`() async throws {
        _ = try SenderIdentities.create(in: temporary.store)
        // Its prekey ended in 2025.
        await #expect(throws: SealingError.noPrekey) {
            try await Sender(store: temporary.store)
                .seal(Array(#"{"aps":{}}"#.utf8), to: .untracked, mail.bundle, topic: mail.topic)
        }
    }

    @Test func `a store without a sender, and bytes that are no payload, are refused`()
        async throws
    {
        #expect(throws: KeyError.noSender) { try Sender(store: temporary.store) }
        _ = try SenderIdentities.create(in: temporary.store)
        let sender = try Sender(store: temporary.store)
        await #expect(throws: SealingError.noAps) { try await seal("{}", by: sender) }
    }
}
