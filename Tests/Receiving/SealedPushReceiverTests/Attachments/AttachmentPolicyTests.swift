// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// Whose attachments are fetched at all.
@Suite(.rules("A-9")) struct AttachmentPolicyTests {
    private let payload = #"{"aps":{"alert":"Look at this"}}"#

    /// What becomes of a message with two references and a refused one.
    private func received(
        _ phone: Phone,
        _ change: (ContactBook) throws -> Void
    ) async throws -> ReceivedNotification {
        try change(phone.contacts)
        let reference = try SealedAttachment.sealing([1, 2, 3]).attachment
            .reference(at: "https://files.example.com/1")
        let sealed = try await phone.seal(payload) { $0.attachments = [reference, reference] }
        return try phone.receiver().receive(sealed.payload, now: Phone.now)
    }

    @Test func `of a contact in full view they are fetched`() async throws {
        let phone = try Phone()
        let received = try await received(phone) { contacts in
            try contacts.add(name: "Ann", identity: phone.server.identity)
        }
        #expect(received.attachments.count == 2)
        #expect(received.refusedAttachments == [])
        #expect(received.content.body == "Look at this")
    }

    @Test func `of an unknown sender none is fetched, and the text is shown`() async throws {
        let received = try await received(try Phone()) { _ in }
        #expect(received.attachments == [])
        #expect(received.refusedAttachments == [.senderNotAllowed, .senderNotAllowed])
        #expect(received.content.body == "Look at this")
    }

    @Test(arguments: [ContactStatus.PreviewPolicy.senderOnly, .hidden])
    func `under a policy that hides the text none is fetched`(_ policy: ContactStatus.PreviewPolicy)
        async throws
    {
        let phone = try Phone()
        let received = try await received(phone) { contacts in
            try contacts.add(name: "Ann", identity: phone.server.identity)
            try contacts.setPreview(policy, of: phone.server.identity)
        }
        #expect(received.attachments == [])
        #expect(received.refusedAttachments == [.senderNotAllowed, .senderNotAllowed])
    }

    @Test
    func
        `of a contact for whom another identity has turned up none is fetched, and all else is shown`()
        async throws
    {
        let phone = try Phone()
        let received = try await received(phone) { contacts in
            try contacts.add(name: "Ann", identity: phone.server.identity)
            try contacts.setStatus(ContactStatus(trust: .changed), of: phone.server.identity)
        }
        #expect(received.attachments == [])
        #expect(received.refusedAttachments == [.senderNotAllowed, .senderNotAllowed])
        #expect(received.reason == .check)
        #expect(received.content.title == "Check: Ann" && received.content.body == "Look at this")
    }

    @Test func `of a blocked sender nothing is fetched and nothing is said`() async throws {
        let phone = try Phone()
        let received = try await received(phone) { contacts in
            try contacts.add(name: "Ann", identity: phone.server.identity)
            try contacts.block(phone.server.identity)
        }
        #expect(received.outcome == .failed(.refused(.senderNotAccepted)))
        #expect(received.attachments == [] && received.refusedAttachments == [])
    }
}
