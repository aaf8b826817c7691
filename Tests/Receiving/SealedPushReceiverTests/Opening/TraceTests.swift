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
import Testing

/// A look at what a push would meet, which changes nothing.
@Suite struct TraceTests {
    private let payload = #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func trace(_ sealed: SealedNotification) throws -> OpeningTrace {
        try phone.receiver().trace(of: IncomingPush(sealed.payload), now: Phone.now)
    }

    @Test(arguments: [false, true])
    func `a look claims and erases nothing, and the push then ends as it said`(
        oneTime: Bool
    ) async throws {
        let sealed = try await phone.seal(payload, oneTime: oneTime)
        for _ in 0..<2 {
            let trace = try trace(sealed)
            #expect(trace.outcome == "opened" && trace.lines.last == 29)
            #expect(trace.erasesPrekey == oneTime)
        }
        #expect(try ClaimBook(of: phone.store).count(for: sealed.message.prekeyID) == 0)
        #expect(try phone.keys.holds(sealed.message.prekeyID))
        let receiver = try phone.receiver()
        let received = receiver.receive(sealed.payload, now: Phone.now)
        #expect(received.outcome == .opened)
        // It is claimed, and not handed over.
        #expect(try trace(sealed).lines.last == (oneTime ? 14 : 33))
        #expect(try trace(sealed).outcome == "recovered")
        try receiver.complete(received, now: Phone.now)
        #expect(try trace(sealed).lines.last == (oneTime ? 12 : 32))
        #expect(try trace(sealed).outcome == "replayed")
    }

    @Test func `a look names the line at which a sender is refused, and clears no claim`()
        async throws
    {
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let first = try await phone.seal(payload, oneTime: true)
        _ = try phone.receiver().receive(first.payload, now: Phone.now)
        let second = try await phone.seal(payload, oneTime: true)
        try phone.contacts.block(phone.server.identity)
        for _ in 0..<2 {
            #expect(try trace(first).lines.last == 13)
            #expect(try trace(second).lines.last == 22)
        }
        #expect(try trace(second).claim == nil)
        try phone.contacts.unblock(phone.server.identity)
        #expect(try trace(first).outcome == "recovered")
    }

    @Test func `a push without an envelope passes no line of the machine`() throws {
        let trace = try phone.receiver().trace(of: IncomingPush(Array("{}".utf8)), now: Phone.now)
        #expect(trace == OpeningTrace())
    }
}
