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

@Suite struct NotificationReceiverTests {
    private let payload =
        #"{"aps":{"alert":{"body":"Dinner at eight"},"badge":3,"sound":"default"},"k":1}"#

    @Test(.rules("D-35"))
    func `a contact's message is shown under the contact's name`() async throws {
        let phone = try Phone()
        try phone.contacts.add(name: "Ann", identity: phone.server.identity, code: "ann-7")
        let sealed = try await phone.seal(payload) { $0.from = "ann-7" }
        let received = try phone.receiver().receive(sealed.payload, now: Phone.now)
        #expect(received.outcome == .opened)
        #expect(received.content.title == "Ann")
        #expect(received.content.body == "Dinner at eight")
        #expect(received.content.badge == 3)
        #expect(received.content.sound == .default)
    }

    @Test func `an unknown sender is marked and reduced to text`() async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload) { $0.name = "Your bank" }
        let received = try phone.receiver().receive(sealed.payload, now: Phone.now)
        #expect(received.content.title == "Unknown: Your bank")
        #expect(received.content.badge == nil)
        #expect(received.content.sound == .none)
    }

    @Test(.rules("D-26 D-27"))
    func `a known identity without a name for the identity or the code is shown as unknown`()
        async throws
    {
        let phone = try Phone()
        try phone.contacts.add(name: "Ann", identity: phone.server.identity, code: "ann-7")
        let sealed = try await phone.seal(payload) { options in
            options.from = "bob-1"
            options.name = "Bob"
        }
        let received = try phone.receiver().receive(sealed.payload, now: Phone.now)
        #expect(received.content.title == "Unknown: Bob")
        #expect(received.content.sound == .none)
    }

    @Test(.rules("D-16 D-19")) func `a raw code is never shown`() async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload) { $0.from = "ann-7" }
        let received = try phone.receiver().receive(sealed.payload, now: Phone.now)
        #expect(received.content.title == "Unknown sender")
    }

    @Test(.rules("D-30 D-31"), arguments: [false, true])
    func `a message that was completed is refused as replayed, quietly`(_ oneTime: Bool)
        async throws
    {
        let phone = try Phone()
        let sealed = try await phone.seal(payload, oneTime: oneTime)
        let receiver = try phone.receiver()
        let first = receiver.receive(sealed.payload, now: Phone.now)
        #expect(first.outcome == .opened)
        try receiver.complete(first, now: Phone.now)
        let second = receiver.receive(sealed.payload, now: Phone.now)
        #expect(second.outcome == .failed(.refused(.replayed)))
        #expect(second.content.interruptionLevel == .passive)
        #expect(second.content.title == "New notification")
    }

    @Test(.rules("D-30 D-31 C-13"), arguments: [false, true])
    func `a message whose run was killed is recovered once, quietly, with its content`(
        _ oneTime: Bool
    ) async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload, oneTime: oneTime)
        let receiver = try phone.receiver()
        _ = receiver.receive(sealed.payload, now: Phone.now)
        let second = receiver.receive(sealed.payload, now: Phone.now)
        #expect(second.outcome == .recovered)
        #expect(second.content.body == "Dinner at eight")
        #expect(second.content.sound == .none)
        #expect(second.content.interruptionLevel == .passive)
        try receiver.complete(second, now: Phone.now)
        let third = receiver.receive(sealed.payload, now: Phone.now)
        #expect(third.outcome == .failed(.refused(.replayed)))
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `unfinished messages are recovered by the app, and only until they are completed`()
        async throws
    {
        let phone = try Phone()
        let receiver = try phone.receiver()
        for oneTime in [false, true] {
            _ = receiver.receive(
                try await phone.seal(payload, oneTime: oneTime).payload,
                now: Phone.now
            )
        }
        let left = try receiver.recoverUnfinished(now: Phone.now)
        #expect(left.failures.isEmpty)
        #expect(left.notifications.map(\.content.body) == ["Dinner at eight", "Dinner at eight"])
        #expect(left.notifications.allSatisfy { $0.outcome == .recovered })
        for notification in left.notifications {
            #expect(receiver.isUnfinished(notification))
            try receiver.complete(notification, now: Phone.now)
            #expect(!receiver.isUnfinished(notification))
        }
        #expect(try receiver.recoverUnfinished(now: Phone.now).notifications.isEmpty)
        #expect(!receiver.isUnfinished(receiver.receive([], now: Phone.now)))
    }

    @Test func `unfinished messages come in the order in which they were claimed`() async throws {
        let phone = try Phone()
        let receiver = try phone.receiver()
        let order: [Int64] = [5, 1, 4, 0, 3, 2]
        for second in order {
            let made = Phone.now.advanced(by: .seconds(second))
            let json = #"{"aps":{"alert":"\#(second)"}}"#
            let push = try await phone.seal(json, oneTime: second.isMultiple(of: 2), at: made)
                .payload
            #expect(receiver.receive(push, now: Phone.now).outcome == .opened)
            try phone.age(bySeconds: 10)
        }
        let left = try receiver.recoverUnfinished(now: Phone.now)
        #expect(left.notifications.map(\.content.body) == order.map(String.init))
    }

    @Test func `a payload that is too long is refused unread, and nothing of it is shown`() throws {
        let text = #"{"aps":{"alert":"x"},"encrypted-content":"AAAA","k":""#
        let long = Array(text.utf8) + [UInt8](repeating: 0x61, count: 20_000) + Array(#""}"#.utf8)
        let received = try Phone().receiver().receive(long, now: Phone.now)
        #expect(received.outcome == .failed(.refused(.malformedPayload)))
        #expect(received.content == DisplayRules().placeholder)
    }

    @Test func `what was claimed of an unknown sender is cleared where only contacts are accepted`()
        async throws
    {
        let phone = try Phone()
        _ = try phone.receiver().receive(try await phone.seal(payload).payload, now: Phone.now)
        for receiver in [try phone.receiver(.refuse), try phone.receiver()] {
            let left = try receiver.recoverUnfinished(now: Phone.now)
            #expect(left.notifications.isEmpty && left.failures.isEmpty)
        }
    }

    @Test(
        .rules("D-23"),
        arguments: [
            (ContactStatus.PreviewPolicy.full, "Ann", "Dinner at eight"),
            (.senderOnly, "Ann", "New message"),
            (.hidden, "New notification", "New message"),
        ]
    )
    func `a contact's message is shown as far as its preview policy goes`(
        _ preview: ContactStatus.PreviewPolicy,
        _ title: String,
        _ body: String
    ) async throws {
        let phone = try Phone()
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        try phone.contacts.setStatus(
            ContactStatus(preview: preview),
            of: phone.server.identity
        )
        let sealed = try await phone.seal(payload)
        let received = try phone.receiver().receive(sealed.payload, now: Phone.now)
        #expect(received.outcome == .opened)
        #expect(received.content.title == title)
        #expect(received.content.body == body)
    }

    @Test(.rules("D-3 D-4"))
    func `only contacts are accepted where the device says so`() async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let received = try phone.receiver(.refuse).receive(sealed.payload, now: Phone.now)
        #expect(received.outcome == .failed(.refused(.senderNotAccepted)))
        #expect(received.content.title == "New notification")
    }

    @Test(arguments: [
        ("", OpeningError.malformedPayload),
        ("[]", .malformedPayload),
        (#"{"aps":{"alert":"x"}}"#, .notSealed),
        (#"{"aps":{"alert":"x"},"encrypted-content":7}"#, .notSealed),
        (#"{"aps":{"alert":"x"},"encrypted-content":"!"}"#, .malformedEnvelope),
    ])
    func `what is no sealed push ends in a placeholder`(_ text: String, _ error: OpeningError)
        throws
    {
        let received = try Phone().receiver().receive(Array(text.utf8), now: Phone.now)
        #expect(received.outcome == .failed(.refused(error)))
    }

    @Test(.rules("T-2 T-3"))
    func `eight threads that open one push at once hand it over as new once`() async throws {
        for oneTime in [false, true] {
            let phone = try Phone()
            let sealed = try await phone.seal(payload, oneTime: oneTime)
            let receiver = try phone.receiver()
            let outcomes = await withTaskGroup(of: ReceivedNotification.Outcome.self) { group in
                for _ in 0..<8 {
                    group.addTask { receiver.receive(sealed.payload, now: Phone.now).outcome }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == .opened }.count == 1)
            #expect(outcomes.filter { $0 == .recovered }.count == 7)
        }
    }

    @Test(.rules("T-5 T-6"))
    func `what a run left between claim and erasure is recovered, and its prekey erased`()
        async throws
    {
        let phone = try Phone()
        let id = try await phone.seal(payload, oneTime: true).message.prekeyID
        let claim = Claim(
            envelopeHash: EnvelopeHash([UInt8](repeating: 1, count: EnvelopeHash.count)),
            expiry: Phone.now,
            sender: phone.server.identity.bytes,
            content: Array(payload.utf8),
            created: Phone.now
        )
        let place = ClaimPlace(prekeyID: id, envelope: nil)
        #expect(try ClaimBook(of: phone.store).claim(claim, at: place) == .claimed)
        #expect(try phone.keys.prekey(id) != nil)
        let recovered = try phone.receiver().recoverUnfinished(now: Phone.now)
        #expect(recovered.notifications.map(\.content.body) == ["Dinner at eight"])
        #expect(try phone.keys.prekey(id) == nil)
    }
}
