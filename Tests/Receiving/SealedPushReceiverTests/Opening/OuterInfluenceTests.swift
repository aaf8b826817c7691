// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// Two messages of one content, and around one of them whatever a push service may write there.
@Suite struct OuterInfluenceTests {
    private static let forged = #"""
        {"aps":{"alert":{"title":"Your bank","subtitle":"Urgent","body":"Pay now"},"badge":9,\#
        "sound":"siren.caf","category":"PAY","thread-id":"t","target-content-id":"x",\#
        "interruption-level":"time-sensitive","relevance-score":1,"filter-criteria":"y",\#
        "mutable-content":1},"url":"https://example.org","encrypted-content":"%"}
        """#

    /// The envelope of `payload` in the forged outer payload.
    private func disguised(_ payload: [UInt8]) throws -> [UInt8] {
        let text = try OuterPayload(reading: payload).encryptedContent
        let parts = Self.forged.split(separator: "%")
        try #require(parts.count == 2)
        return Array(parts[0].utf8) + text + Array(parts[1].utf8)
    }

    @Test(
        .rules("D-35 C-18"),
        arguments: [nil] + ContactStatus.PreviewPolicy.allCases,
        [#"{"aps":{}}"#, #"{"aps":{"alert":"Dinner at eight"}}"#]
    )
    func `nothing of the outer payload is shown with a message`(
        preview: ContactStatus.PreviewPolicy?,
        content: String
    ) async throws {
        let phone = try Phone()
        if let preview {
            try phone.contacts.add(name: "Ann", identity: phone.server.identity)
            try phone.contacts.setStatus(
                ContactStatus(preview: preview),
                of: phone.server.identity
            )
        }
        let receiver = try phone.receiver()
        let plain = try await phone.seal(content).payload
        let outer = try await disguised(phone.seal(content).payload)
        let shown = receiver.receive(plain, now: Phone.now)
        let disguised = receiver.receive(outer, now: Phone.now)
        #expect(shown.outcome == .opened)
        #expect(disguised.outcome == .opened)
        #expect(disguised.content == shown.content)
        let recovered = receiver.receive(outer, now: Phone.now)
        #expect(recovered.content == shown.content.quiet())
    }
}
