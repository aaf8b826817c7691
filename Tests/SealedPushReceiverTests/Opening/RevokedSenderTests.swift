// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import Testing

@Suite struct RevokedSenderTests {
    private let payload = #"{"aps":{"alert":{"body":"Dinner at eight"},"sound":"default"}}"#
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func revoke() throws {
        let revocation = SenderRevocation(signing: phone.server.signingKey)
        try phone.contacts.revoke(revocation)
    }

    @Test(arguments: [false, true], [UnknownSenderPolicy.showUnverified, .refuse])
    func `a revoked sender's message is claimed and shown as a quiet placeholder`(
        isContact: Bool,
        _ policy: UnknownSenderPolicy
    ) async throws {
        if isContact { try phone.contacts.add(name: "Ann", identity: phone.server.identity) }
        try revoke()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver(policy)
        let received = receiver.receive(sealed.payload, now: Phone.now)
        #expect(received.content.body == "New notification")
        #expect(received.content.title.isEmpty)
        guard isContact || policy == .showUnverified else {
            // The policy for unknown senders comes first, and claims nothing.
            #expect(received.outcome == .failed(.refused(.senderNotAccepted)))
            return
        }
        #expect(received.outcome == .blocked)
        #expect(received.content.interruptionLevel == .passive)
        #expect(!received.showsAttachments)
        try receiver.complete(received, now: Phone.now)
        let again = receiver.receive(sealed.payload, now: Phone.now)
        #expect(again.outcome == .failed(.refused(.replayed)))
    }

    @Test(arguments: [false, true])
    func `what was claimed before the revocation is not shown after it`(_ isContact: Bool)
        async throws
    {
        if isContact { try phone.contacts.add(name: "Ann", identity: phone.server.identity) }
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .opened)
        try revoke()
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .blocked)
        let left = try receiver.recoverUndelivered()
        #expect(left.notifications.map(\.outcome) == [.blocked])
    }

    @Test func `a message of a stranger whose revocation can't be read is kept, not shown`()
        async throws
    {
        let receiver = try phone.receiver()
        let folder = phone.path + "/store/statements"
        let earlier = try Set(POSIXFileSystem().names(in: folder))
        try revoke()
        let new = try Set(POSIXFileSystem().names(in: folder)).subtracting(earlier)
        let file = try folder + "/" + #require(new.first)
        try POSIXFileSystem().unlink(file)
        let damaged: [UInt8] = [1, 2, 3]
        try POSIXFileSystem().create(file, contents: damaged.span)
        let sealed = try await phone.seal(payload)
        let received = receiver.receive(sealed.payload, now: Phone.now)
        #expect(received.outcome == .failed(.contacts(.store(.corrupted))))
        #expect(received.content.body == "New notification")
        try POSIXFileSystem().unlink(file)
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .recovered)
    }
}
