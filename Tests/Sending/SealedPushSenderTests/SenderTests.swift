// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
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
            sender.prepare(Array(json.utf8), now: Correspondence.now),
            for: target(mail.bundle),
            now: Correspondence.now
        )
    }

    private func target(_ bundle: DeviceBundle) -> SealingTarget {
        SealingTarget(bundle, recipient: .named("bob"), topic: mail.topic)
    }

    @Test func `four lines seal for a device`() async throws {
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
            let sender = try Sender(store: temporary.reopened())
            _ = try await sender.seal(
                sender.prepare(Array(#"{"aps":{}}"#.utf8), now: Correspondence.now),
                for: target(another.bundle),
                now: Correspondence.now
            )
        }
    }

    @Test func `without a time it is sealed now`() async throws {
        _ = try SenderIdentities.create(in: temporary.store)
        // Its prekey ended in 2025.
        await #expect(throws: SealingError.noPrekey) {
            let sender = try Sender(store: temporary.store)
            let message = try sender.prepare(Array(#"{"aps":{}}"#.utf8))
            _ = try await sender.seal(message, for: target(mail.bundle))
        }
    }

    @Test func `a message that is prepared once is sealed for several devices and topics`()
        async throws
    {
        let sender = Sender(keys: SenderKeys(), memory: TransientSenderMemory())
        let message = try sender.prepare(
            Array(#"{"aps":{"alert":"Hi"}}"#.utf8),
            now: Correspondence.now
        )
        let other = SampleDevice()
        let voice = try #require(Topic("com.example.app.voip"))
        let first = try await sender.seal(
            message,
            for: SealingTarget(mail.bundle, recipient: .untracked, topic: mail.topic),
            now: Correspondence.now
        )
        let second = try await sender.seal(
            message,
            for: SealingTarget(other.bundle(), recipient: .untracked, topic: voice),
            now: Correspondence.now
        )
        #expect(try mail.content(first) == #"{"aps":{"alert":"Hi"}}"#)
        let step = try other.open(second.payload, topic: voice)
        guard case .deliver(let opened) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(opened.payload.bytes == Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        #expect(first.envelope != second.envelope && first.collapseID != second.collapseID)
        #expect(first.headers.topic == mail.topic.text && second.headers.topic == voice.text)
        // The topic alone says this.
        #expect(message.notes == [] && first.notes == [] && second.notes == [.call])
        #expect(first.push == OutgoingPush(payload: first.payload, headers: first.headers))
        #expect(
            try OuterPayload(reading: first.payload).encryptedContent
                == Array(Base64URL.encode(first.envelope.span).utf8)
        )
    }

    @Test func `a store without a sender, and bytes that are no payload, are refused`()
        async throws
    {
        #expect(throws: KeyError.noSender) { try Sender(store: temporary.store) }
        _ = try SenderIdentities.create(in: temporary.store)
        let sender = try Sender(store: temporary.store)
        await #expect(throws: SealingError.noAps) { try await seal("{}", by: sender) }
    }

    @Test func `a sender without lists seals to an untracked device, and to no recipient's`() async
    {
        await #expect(processExitsWith: .success) {
            let mail = try Correspondence()
            try await mail.sealWithoutLists(for: .untracked)
        }
        await #expect(processExitsWith: .failure) {
            let mail = try Correspondence()
            try? await mail.sealWithoutLists(for: .named("Bob"))
        }
    }

    @Test func `a message with a sender's statements is no other sender's`() async {
        await #expect(processExitsWith: .failure) {
            let mail = try Correspondence()
            let entry = SenderIdentity.Statements.Entry(text: "x", time: Correspondence.now)
            let first = Sender(
                keys: SenderKeys(),
                memory: TransientSenderMemory(),
                statements: SenderIdentity.Statements([entry])
            )
            let message = try first.prepare(
                Array(#"{"aps":{}}"#.utf8),
                now: Correspondence.now
            )
            let target = SealingTarget(mail.bundle, recipient: .untracked, topic: mail.topic)
            let sealed = try? await first.seal(message, for: target, now: Correspondence.now)
            // Without a statement in it any sender may seal it, and the process ends well.
            guard sealed?.statementCount == 1 else { return }
            _ = try? await mail.sealer.seal(message, for: target, now: Correspondence.now)
        }
    }
}
