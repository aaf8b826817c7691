// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

/// What a user sees of a push that was refused, whatever the reason.
@Suite(.rules("D-29 D-32 D-33 D-34")) struct RefusalLookTests {
    private let phone: Phone
    private let receiver: NotificationReceiver
    private let payload = #"{"aps":{"alert":"Dinner at eight","sound":"default"}}"#

    init() throws {
        phone = try Phone()
        receiver = try phone.receiver()
    }

    private func expectPlaceholder(
        _ push: [UInt8],
        _ error: ReceiverError,
        at now: Timestamp = Phone.now,
        by receiver: NotificationReceiver? = nil
    ) {
        var placeholder = NotificationContent()
        placeholder.title = "New notification"
        let received = (receiver ?? self.receiver).receive(push, now: now)
        #expect(received.outcome == .failed(error))
        // D-32
        let isQuiet = error == .refused(.senderNotAccepted)
        #expect(received.content == (isQuiet ? placeholder.quiet() : placeholder), "\(error)")
        #expect(
            received.message == nil && received.senderName == nil && received.attachments.isEmpty
        )
    }

    @Test(.rules("D-35"))
    func
        `every refusal shows the same placeholder, and only that of a sender not accepted is quiet`()
        async throws
    {
        let push = try await phone.seal(payload).payload
        var forged = push
        // Another character of base64url, whichever stands there.
        let place = forged.count - 10
        forged[place] = forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        expectPlaceholder(forged, .refused(.cannotOpen))
        let short =
            #"{"aps":{"alert":{"body":"New notification"}},"encrypted-content":"AQEB"}"#
        expectPlaceholder(Array(short.utf8), .refused(.malformedEnvelope))
        let other = try await Phone().seal(payload).payload
        expectPlaceholder(other, .refused(.unknownPrekey))
        let late = Phone.now.advanced(by: .hours(25))
        expectPlaceholder(push, .refused(.expired), at: late)
        let refusing = try phone.receiver(.refuse)
        expectPlaceholder(push, .refused(.senderNotAccepted), by: refusing)
        #expect(receiver.receive(push, now: Phone.now).outcome == .opened)
    }

    @Test func `a damaged device shows the same placeholder`() async throws {
        let push = try await phone.seal(payload).payload
        let folder = "\(phone.path)/store/prekeys"
        for name in try POSIXFileSystem().names(in: folder) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            try POSIXFileSystem().create("\(folder)/\(name)", contents: [1, 2, 3].span)
        }
        expectPlaceholder(push, .prekeyDamaged)
    }
}
