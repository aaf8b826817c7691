// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

@Suite struct SilencedSenderTests {
    private let payload = #"{"aps":{"alert":{"body":"Dinner at eight"},"sound":"default"}}"#
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func revoke() throws {
        try phone.contacts.apply(SenderIdentity.Revocation(signing: phone.server.signingKey))
    }

    /// What the user or the sender did about the sender's messages, and how it is undone.
    enum Silence: CaseIterable {
        case blocked, revoked, revokedStranger

        func begin(_ phone: Phone) throws {
            if self != .revokedStranger {
                try phone.contacts.add(name: "Ann", identity: phone.server.identity)
            }
        }

        func silence(_ phone: Phone) throws {
            if self == .blocked {
                try phone.contacts.block(phone.server.identity)
            } else {
                try phone.contacts.apply(
                    SenderIdentity.Revocation(signing: phone.server.signingKey)
                )
            }
        }
    }

    @Test(.rules("D-3 D-4 D-29 D-32 D-33 D-34"), arguments: Silence.allCases, [false, true])
    func `a silenced sender's message is refused as a quiet placeholder, and claims nothing`(
        _ silence: Silence,
        oneTime: Bool
    ) async throws {
        try silence.begin(phone)
        try silence.silence(phone)
        let sealed = try await phone.seal(payload, oneTime: oneTime)
        let receiver = try phone.receiver()
        for _ in 0..<2 {
            let received = receiver.receive(sealed.payload, now: Phone.now)
            #expect(received.outcome == .failed(.refused(.senderNotAccepted)))
            #expect(received.content.title == "New notification")
            #expect(received.content.body.isEmpty)
            #expect(received.content.interruptionLevel == .passive)
            #expect(received.message == nil && received.removes.isEmpty)
            #expect(!received.isPlainPlaceholder && received.attachments.isEmpty)
            try receiver.complete(received, now: Phone.now)
        }
        #expect(try ClaimBook(of: phone.store).count(for: sealed.message.prekeyID) == 0)
        #expect(try phone.keys.holds(sealed.message.prekeyID))
        guard silence == .blocked else { return }
        try phone.contacts.unblock(phone.server.identity)
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .opened)
    }

    @Test(.rules("T-10 T-11 T-12"), arguments: Silence.allCases, [false, true])
    func `an unfinished message of a sender that was silenced since is cleared`(
        _ silence: Silence,
        oneTime: Bool
    ) async throws {
        try silence.begin(phone)
        let sealed = try await phone.seal(payload, oneTime: oneTime)
        let receiver = try phone.receiver()
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .opened)
        try silence.silence(phone)
        #expect(
            receiver.receive(sealed.payload, now: Phone.now).outcome
                == .failed(.refused(.senderNotAccepted))
        )
        let left = try receiver.recoverUnfinished(now: Phone.now)
        #expect(left.notifications.isEmpty && left.failures.isEmpty)
        let place = ClaimPlace(
            prekeyID: sealed.message.prekeyID,
            envelope: oneTime ? nil : EnvelopeHash(of: sealed.envelope.span)
        )
        let hash = EnvelopeHash(of: sealed.envelope.span)
        #expect(try ClaimBook(of: phone.store).read(place) == .handedOver(hash))
    }

    @Test func `an unfinished message of a contact that was removed is an unknown sender's`()
        async throws
    {
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        #expect(receiver.receive(sealed.payload, now: Phone.now).content.title == "Ann")
        try phone.contacts.remove(identity: phone.server.identity)
        let left = try receiver.recoverUnfinished(now: Phone.now).notifications
        #expect(left.map(\.outcome) == [.recovered])
        #expect(left.first?.content.title != "Ann")
        #expect(left.first?.message?.contactStatus == nil)
    }

    @Test(.rules("D-3 D-4"))
    func `a message of a stranger whose revocation can't be read is not claimed`()
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
        #expect(received.outcome == .failed(.contactDamaged))
        #expect(received.content.title == "New notification")
        try POSIXFileSystem().unlink(file)
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .opened)
    }
}
