// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// A day on which many strangers write.
@Suite struct StrangerTests {
    private let phone: Phone
    private let receiver: NotificationReceiver
    private let payload = #"{"aps":{"alert":"Dinner at eight"}}"#

    init() throws {
        phone = try Phone()
        receiver = try phone.receiver()
    }

    /// Counts strangers until so many are left for the day.
    private func leave(_ rest: Int) throws {
        let book = ClaimBook(of: phone.store)
        let nothing = ClaimPlace(
            prekeyID: PrekeyRecord.ID([UInt8](repeating: 0, count: PrekeyRecord.ID.count)),
            envelope: nil
        )
        for _ in 0..<ClaimBook.strangersLimit - rest {
            try book.countStranger(at: nothing, now: Phone.now)
        }
    }

    @Test(.rules("T-20 T-21 T-22"))
    func `the 257th stranger of a day is refused, and a contact and the next day are not`()
        async throws
    {
        try leave(1)
        let last = try await phone.seal(payload)
        let further = try await phone.seal(payload)
        let third = try await phone.seal(payload)
        #expect(receiver.receive(last.payload, now: Phone.now).outcome == .opened)
        let refused = receiver.receive(further.payload, now: Phone.now)
        #expect(refused.outcome == .failed(.refused(.senderNotAccepted)))
        let nextDay = Phone.now.advanced(by: .hours(24))
        #expect(receiver.receive(further.payload, now: nextDay).outcome == .opened)
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        #expect(receiver.receive(third.payload, now: Phone.now).outcome == .opened)
    }

    @Test func `an open candidate is no stranger, so it is opened on a full day and not counted`()
        async throws
    {
        try leave(1)
        let old = SenderKeys()
        try phone.contacts.add(name: "Ann", identity: old.identity)
        let succession = SenderIdentity.Succession(
            from: old.signingKey,
            to: phone.server.signingKey
        )
        _ = try phone.contacts.apply(succession)
        let own = try await phone.seal(payload)
        #expect(receiver.receive(own.payload, now: Phone.now).outcome == .opened)
        try leave(ClaimBook.strangersLimit - 1)
        let further = try await phone.seal(payload)
        #expect(receiver.receive(further.payload, now: Phone.now).outcome == .opened)
    }

    @Test(.rules("T-20 T-21 T-22"), arguments: [false, true])
    func `a message that is recovered is not counted again`(_ oneTime: Bool) async throws {
        try leave(2)
        let first = try await phone.seal(payload, oneTime: oneTime)
        #expect(receiver.receive(first.payload, now: Phone.now).outcome == .opened)
        #expect(receiver.receive(first.payload, now: Phone.now).outcome == .recovered)
        let second = try await phone.seal(payload)
        #expect(receiver.receive(second.payload, now: Phone.now).outcome == .opened)
        let third = try await phone.seal(payload)
        let refused = receiver.receive(third.payload, now: Phone.now)
        #expect(refused.outcome == .failed(.refused(.senderNotAccepted)))
        let recovered = try receiver.recoverUnfinished(now: Phone.now)
        #expect(recovered.notifications.count == 2, "what was claimed is shown on a full day, too")
    }
}
