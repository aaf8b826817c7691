// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

@testable import SealedPushReceiver

/// A message, and what the device knows of its sender: by default the person Bob, who sealed
/// "Ann" as the title.
struct DisplayScene {
    static let sender = [UInt8](repeating: 7, count: 32)

    var alert = #"{"title":"Ann","subtitle":"Urgent","body":"Hi"}"#
    var aps = ""
    var fields = "{}"
    var status: ContactStatus?
    var resolved = ResolvedSender(name: "Bob", source: .contact)
    var rules = DisplayRules()
    /// The names of other contacts.
    var others: Set<String> = []
    var isRecovered = false

    init(
        _ status: ContactStatus? = ContactStatus(),
        _ change: (inout DisplayScene) -> Void = { _ in }
    ) {
        self.status = status
        change(&self)
    }

    func display() throws -> MessageDisplay {
        let json = #"{"aps":{"alert":\#(alert)\#(aps)},"room":"7","sealedpush":\#(fields)}"#
        let payload = try Payload(opened: Array(json.utf8))
        let prekey = PrekeyRecord.ID([UInt8](repeating: 1, count: PrekeyRecord.ID.count))
        let message = OpenedMessage(
            status: isRecovered ? .recovered : .new,
            messageID: nil,
            place: ClaimPlace(prekeyID: prekey, envelope: nil),
            claim: Claim(
                envelopeHash: EnvelopeHash(of: [1].span),
                expiry: Timestamp(clamping: 9),
                sender: Self.sender,
                content: [],
                created: Timestamp(clamping: 8)
            ),
            contactStatus: status,
            sender: resolved,
            payload: payload
        )
        return MessageDisplay(
            of: message,
            sealed: ContentMapping(localize: rules.localize).content(of: payload),
            by: rules,
            isOthersName: { others.contains($0) }
        )
    }

    /// The title, the subtitle and the body.
    func lines() throws -> [String] {
        let content = try display().content
        return [content.title, content.subtitle, content.body]
    }
}
