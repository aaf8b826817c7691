// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushReceiver
import SealedPushSender
import Synchronization
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

struct AttachmentNetworkRuleTests {
    private static let limited: Int? = 1000

    @Test(arguments: [
        (nil, limited), (ContactStatus(), limited),
        (ContactStatus(trust: .verified), nil),
        (ContactStatus(kind: .service), nil),
        (ContactStatus(trust: .changed), limited),
        (ContactStatus(trust: .changed, kind: .service), limited),
        (ContactStatus(trust: .verified, isCandidate: true), limited),
        (ContactStatus(kind: .service, isCandidate: true), limited),
    ])
    func `verified contacts and services may use any network, others up to a limit`(
        _ status: ContactStatus?,
        _ limit: Int?
    ) {
        #expect(AttachmentReceiver.expensiveLimit(for: status, Self.limited) == limit)
    }

    @Test func `the app sets the limit of unverified contacts`() {
        let status = ContactStatus()
        #expect(AttachmentReceiver.expensiveLimit(for: status, 0) == 0)
        #expect(AttachmentReceiver.expensiveLimit(for: status, nil) == nil)
    }

    /// Notes what it is asked for, and brings nothing.
    private final class Asked: AttachmentDownloader {
        private let answers = Mutex<[Bool]>([])
        var expensive: [Bool] { answers.withLock(\.self) }

        func download(_ request: AttachmentRequest, to file: String) throws(AttachmentError) {
            answers.withLock { $0.append(request.allowsExpensiveNetwork) }
            throw .unavailable
        }
    }

    @Test(arguments: [
        (Int?.none, [true, true, true]),
        (300, [true, true, true]),
        (299, [true, true, false]),
        (100, [true, false, false]),
        (99, [false, false, false]),
    ])
    func `the files of a message count together`(
        _ limit: Int?,
        _ expected: [Bool]
    ) async throws {
        let place = try AttachmentReceiverTests.Place()
        let asked = Asked()
        let reference = try AttachmentReference(
            url: "https://files.example.com/a",
            key: place.reference.key,
            sha256: place.reference.sha256,
            size: 100,
            type: .jpeg
        )
        let failures = await AttachmentReceiver(folder: place.folder, downloader: asked)
            .receive(all: [reference, reference, reference], expensiveLimit: limit) { _ in }
        #expect(failures == [.unavailable, .unavailable, .unavailable])
        #expect(asked.expensive == expected)
    }
}
