// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushReceiver

/// What stands in the user info of each message that is shown: who signed it, which message it is,
/// when it was made, and what the notification of its push is called.
///
/// The extension writes all of it over whatever the sender put there, so a sender can't pass for
/// another one.
struct ProvenanceTag: Hashable, Sendable {
    /// The top-level member of the user info, which is the toolkit's own.
    private static let member = "sealedpush"
    private static let senderKey = "sender"
    private static let messageKey = "message"
    private static let createdKey = "created"
    private static let nameKey = "name"
    private static let previewKey = "preview"

    /// The identity that signed the message, in hex.
    let sender: String
    /// The hash of the envelope, in hex.
    let message: String

    /// When the sender made the message, in Unix milliseconds; nil if the notification does not
    /// say.
    let created: UInt64?

    /// What the system calls the notification of its push: its place, wherever it is shown; nil
    /// if that is unknown.
    let name: String?

    /// How much of the contact's messages the user wants to see, which a content extension heeds.
    let preview: ContactStatus.PreviewPolicy?

    /// The tag of a message; nil if none was opened.
    init?(_ received: ReceivedNotification) {
        guard let message = received.message else { return nil }
        sender = Hex.encode(message.claim.sender.span)
        self.message = message.claim.envelopeHash.description
        created = message.claim.created.milliseconds
        preview = message.contactStatus?.preview
        name = received.identifier ?? message.messageID.map { CollapseID($0).text }
    }

    /// The tag of a notification, or nil if it has none.
    ///
    /// What the device makes holds no `aps`. A push that came in the clear does, and its
    /// sender may have written a tag of its own beside it.
    init?(_ userInfo: [AnyHashable: Any]) {
        guard userInfo["aps"] == nil, let fields = userInfo[Self.member] as? [String: Any],
            let sender = fields[Self.senderKey] as? String,
            let message = fields[Self.messageKey] as? String
        else { return nil }
        self.sender = sender
        self.message = message
        created = (fields[Self.createdKey] as? NSNumber)?.uint64Value
        name = fields[Self.nameKey] as? String
        preview = (fields[Self.previewKey] as? String).flatMap(ContactStatus.PreviewPolicy.init)
    }

    /// What the notification of the message is called, wherever it is shown.
    ///
    /// If that is unknown, the message is called by its envelope.
    var place: String { name ?? message }

    /// Whether the same sender made this message before the other one.
    func isEarlier(than other: ProvenanceTag) -> Bool {
        guard sender == other.sender, let created, let later = other.created else { return false }
        return created < later
    }

    /// Whether this message may remove the other one: of the same sender, made no later (T-24).
    func mayRemove(_ other: ProvenanceTag) -> Bool {
        sender == other.sender && message != other.message && !isEarlier(than: other)
    }

    /// The user info of a message with its tag.
    func added(to userInfo: [AnyHashable: Any]) -> [AnyHashable: Any] {
        var userInfo = userInfo
        var fields = userInfo[Self.member] as? [String: Any] ?? [:]
        fields[Self.previewKey] = preview?.rawValue
        fields[Self.senderKey] = sender
        fields[Self.messageKey] = message
        fields[Self.createdKey] = created.map { NSNumber(value: $0) }
        fields[Self.nameKey] = name
        userInfo[Self.member] = fields
        return userInfo
    }
}
