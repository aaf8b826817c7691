// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import ReceiverTestSupport
import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Successions and revocations that come in the content of messages.
struct ReceivedStatementTests {
    private let phone: Phone
    private let next = SenderKeys()

    init() throws {
        phone = try Phone()
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
    }

    private var succession: String {
        SenderIdentity.Succession(from: phone.server.signingKey, to: next.signingKey).text
    }

    private func revocation(of keys: SenderKeys) -> String {
        SenderIdentity.Revocation(signing: keys.signingKey).text
    }

    private func push(
        from sender: SenderKeys,
        _ statements: String,
        oneTime: Bool = false
    ) throws -> IncomingPush {
        let bundle = try phone.keys.bundle(oneTime: oneTime ? 1 : 0, at: Phone.now)
        let record = try #require(bundle.records.first { ($0.terms.class == .oneTime) == oneTime })
        let file =
            #"{"url":"https://example.com/a","key":"AAAAAAAAAAAAAAAAAAAAAA","sha256":"#
            + #""AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","size":100,"type":"image/png"}"#
        let message = RawMessage(
            #"{"aps":{"alert":{"body":"Hi"},"sound":{"critical":1}},"sealedpush":{"#
                + #""attachments":[\#(file)],"statements":\#(statements)}}"#,
            from: sender,
            to: record,
            of: bundle.device,
            topic: phone.topic,
            created: Phone.now
        )
        let text = Base64URL.encode(message.envelope(to: record).span)
        return IncomingPush(Array(#"{"aps":{},"encrypted-content":"\#(text)"}"#.utf8))
    }

    private func status(_ keys: SenderKeys) throws -> ContactStatus? {
        try phone.contacts.status(of: keys.identity.bytes)
    }

    @Test(.rules("D-13 D-14 D-15"), arguments: [false, true])
    func `a successor brings its own succession, and is a candidate at once`(
        _ oneTime: Bool
    ) async throws {
        let push = try push(from: next, #"["\#(succession)"]"#, oneTime: oneTime)
        let received = try phone.receiver().receive(push, now: Phone.now)
        #expect(received.outcome == .opened)
        #expect(received.reason == .check)
        #expect(received.content.title == "Check: Ann")
        #expect(try status(next)?.isCandidate == true)
    }

    @Test(.rules("D-6 D-7"), arguments: [ContactStatus.PreviewPolicy.full, .hidden])
    func `a candidate's message is shown labelled, fetches no file and makes no critical alert`(
        _ preview: ContactStatus.PreviewPolicy
    ) async throws {
        try phone.contacts.setPreview(preview, of: phone.server.identity)
        let push = try push(from: next, #"["\#(succession)"]"#)
        var rules = DisplayRules()
        rules.allowsCriticalAlerts = { _ in true }
        let received = try NotificationReceiver(store: phone.store, rules: rules)
            .receive(push, now: Phone.now)
        #expect(received.attachments.isEmpty)
        #expect(received.refusedAttachments == [.senderNotAllowed])
        #expect(received.content.sound == .default)
        #expect(!received.isConversation)
        #expect(received.content.title == (preview == .full ? "Check: Ann" : "New notification"))
        let info = try #require(received.content.userInfo)
        #expect(info.root["sealedpush"]?["statements"] == nil)
    }

    @Test(.rules("D-13 D-14 D-15"), arguments: [false, true])
    func `a message that brings its sender's revocation is cleared and not shown`(
        _ oneTime: Bool
    ) async throws {
        let push = try push(
            from: phone.server,
            #"["\#(succession)","\#(revocation(of: phone.server))"]"#,
            oneTime: oneTime
        )
        let receiver = try phone.receiver()
        // Its one-time prekey is gone by the second time, and its tombstone is there.
        for error in [OpeningError.senderNotAccepted, oneTime ? .replayed : .senderNotAccepted] {
            let received = receiver.receive(push, now: Phone.now)
            #expect(received.outcome == .failed(.refused(error)))
            #expect(received.content.body.isEmpty && received.message == nil)
        }
        #expect(try receiver.recoverUnfinished(now: Phone.now).notifications.isEmpty)
        #expect(try status(phone.server)?.isRevoked == true)
        // What stood before it in the list counts.
        #expect(try status(next)?.isCandidate == true)
    }

    @Test(arguments: [
        "null", "7", "\"x\"", "[]", "[null,7,{},[\"x\"]]",
        #"["","sealedpush-sender-1:AAAA","sealedpush-succession-1:AAAA.AAAA"]"#,
    ])
    func `what is no statement is ignored, and the message is shown`(_ list: String) async throws {
        let received = try phone.receiver()
            .receive(push(from: phone.server, list), now: Phone.now)
        #expect(received.outcome == .opened && received.content.title == "Ann")
    }

    @Test func `of the entries the first eight are read`() async throws {
        let seven = String(repeating: "0,", count: 7)
        let keys = [next, SenderKeys()]
        let texts = keys.map {
            SenderIdentity.Succession(from: phone.server.signingKey, to: $0.signingKey).text
        }
        let list = #"[\#(seven)"\#(texts[0])","\#(texts[1])"]"#
        _ = try phone.receiver().receive(push(from: phone.server, list), now: Phone.now)
        #expect(try status(keys[0])?.isCandidate == true)
        #expect(try status(keys[1]) == nil)
    }

    @Test(.rules("D-13 D-14 D-15"))
    func `under the policy refuse a successor is not heard of by its own message`()
        async throws
    {
        let push = try push(from: next, #"["\#(succession)"]"#)
        let received = try phone.receiver(.refuse).receive(push, now: Phone.now)
        #expect(received.outcome == .failed(.refused(.senderNotAccepted)))
        #expect(try status(next) == nil)
        let known = try self.push(from: phone.server, #"["\#(succession)"]"#)
        _ = try phone.receiver(.refuse).receive(known, now: Phone.now)
        #expect(try phone.receiver(.refuse).receive(push, now: Phone.now).outcome == .opened)
    }

    @Test func `statements of a message that is refused count for nothing`() async throws {
        try phone.contacts.block(phone.server.identity)
        let push = try push(from: phone.server, #"["\#(succession)"]"#)
        _ = try phone.receiver().receive(push, now: Phone.now)
        try phone.contacts.unblock(phone.server.identity)
        #expect(try status(next) == nil)
    }

    /// Leaves what a run leaves that is killed as soon as it has won its claim.
    private func leaveClaim(
        of sender: SenderKeys? = nil,
        bringing statement: String
    ) throws -> ClaimPlace {
        let sender = sender ?? phone.server
        let envelope = try push(from: sender, #"["\#(statement)"]"#).envelope.get()
        let claim = Claim(
            envelopeHash: envelope.hash,
            expiry: Phone.now.advanced(by: .hours(1)),
            sender: sender.identity.bytes,
            content: Array(
                #"{"aps":{"alert":"Hi"},"sealedpush":{"statements":["\#(statement)"]}}"#.utf8
            ),
            created: Phone.now
        )
        let place = ClaimPlace(prekeyID: envelope.prekeyID, envelope: claim.envelopeHash)
        _ = try ClaimBook(of: phone.store).claim(claim, at: place)
        return place
    }

    @Test func `who only looks sees no message that revokes its own sender, and changes nothing`()
        async throws
    {
        let place = try leaveClaim(bringing: revocation(of: phone.server))
        let receiver = try phone.receiver()
        let looked = try receiver.forEachUnfinished { _, _ in Issue.record("it was shown") }
        #expect(looked.silenced == 1 && looked.failures.isEmpty)
        #expect(try status(phone.server)?.isRevoked == false)
        #expect(try receiver.recoverUnfinished(now: Phone.now).notifications.isEmpty)
        #expect(try status(phone.server)?.isRevoked == true)
        guard case .handedOver = try ClaimBook(of: phone.store).read(place) else {
            Issue.record("the claim was not cleared")
            return
        }
    }

    @Test(.rules("D-13 D-14 D-15"), arguments: [false, true])
    func `who only looks sees no message whose own succession leads to a blocked contact`(
        _ isChain: Bool
    ) async throws {
        var (last, list) = (next, succession)
        if isChain {
            last = SenderKeys()
            let further = SenderIdentity.Succession(from: next.signingKey, to: last.signingKey)
            list += #"","\#(further.text)"#
        }
        _ = try leaveClaim(of: last, bringing: list)
        let receiver = try phone.receiver()
        let seen = Mutex(0)
        try receiver.forEachUnfinished { _, _ in seen.withLock { $0 += 1 } }
        try phone.contacts.block(phone.server.identity)
        let looked = try receiver.forEachUnfinished { _, _ in Issue.record("it was shown") }
        #expect(seen.withLock(\.self) == 1 && looked.silenced == 1 && looked.failures.isEmpty)
        #expect(try status(last) == nil)
        #expect(try receiver.recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a look at a push says that its statements silence its sender, and applies none`(
        oneTime: Bool
    ) throws {
        let revocation = revocation(of: phone.server)
        let push = try push(from: phone.server, #"["\#(revocation)"]"#, oneTime: oneTime)
        for _ in 0..<2 {
            let trace = try phone.receiver().trace(of: push, now: Phone.now)
            #expect(trace.outcome == "senderNotAccepted" && trace.lines.last == 37)
            #expect(try status(phone.server)?.isRevoked == false)
        }
        let received = try phone.receiver().receive(push, now: Phone.now)
        #expect(received.outcome == .failed(.refused(.senderNotAccepted)))
    }

    @Test func `a message that was looked at and completed has its statements applied`()
        async throws
    {
        _ = try leaveClaim(bringing: succession)
        let receiver = try phone.receiver()
        var looked: [ReceivedNotification] = []
        try receiver.forEachUnfinished { received, _ in looked.append(received) }
        #expect(try status(next) == nil)
        for received in looked { try receiver.complete(received, now: Phone.now) }
        #expect(looked.count == 1)
        #expect(try status(next)?.isCandidate == true)
    }

    @Test(.rules("D-13 D-14 D-15"), arguments: [false, true])
    func `a message that was killed before its statements applies them when it is recovered`(
        _ isRevoked: Bool
    ) async throws {
        let list = isRevoked ? revocation(of: phone.server) : succession
        let receiver = try phone.receiver()
        let place = try leaveClaim(bringing: list)
        let left = try receiver.recoverUnfinished(now: Phone.now)
        #expect(left.notifications.count == (isRevoked ? 0 : 1))
        #expect(left.failures.isEmpty)
        #expect(try status(phone.server)?.isRevoked == isRevoked)
        #expect(try status(next)?.isCandidate == (isRevoked ? nil : true))
        guard isRevoked else { return }
        guard case .handedOver = try ClaimBook(of: phone.store).read(place) else {
            Issue.record("the claim was not cleared")
            return
        }
    }
}
