// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// An app's decisions about its screen: the device's words, and what the app may do.
public struct DisplayRules: Sendable {
    /// The device's words.
    public var labels: SenderLabels
    /// True if the app has the entitlement to filter notifications.
    ///
    /// A message that only removes others then shows nothing; else it shows a quiet placeholder.
    public var mayFilter = false
    /// The contacts that may send critical alerts; none unless set.
    public var allowsCriticalAlerts: @Sendable (_ identity: [UInt8]) -> Bool = { _ in false }
    /// The app's string table, for payloads that name its keys.
    ///
    /// Changing it leaves ``labels`` as they are.
    public var localize: @Sendable (String) -> String?

    /// Makes the rules of an app, with labels from its string table.
    public init(localize: @escaping @Sendable (_ key: String) -> String? = { _ in nil }) {
        self.localize = localize
        labels = SenderLabels(localize: localize)
    }

    /// The content of row 4: the app's own text, active and without sound (D-29, D-35).
    public var placeholder: NotificationContent {
        var content = NotificationContent()
        content.title = labels.placeholder
        return content
    }

    /// Row 3: nothing at all if the app may filter, else the app's own text, passive (D-32).
    var nothing: NotificationContent { mayFilter ? NotificationContent() : placeholder.quiet() }

    /// Row 2: the notice that messages wait.
    var notice: NotificationContent {
        var content = NotificationContent()
        content.title = labels.locked
        content.threadIdentifier = NotificationDeferral.noticeThread
        return content
    }

    /// Row 5: the badge, and the app's own text only if the app may not filter (D-21).
    func noText(badge: Int?) -> NotificationContent {
        var content = nothing
        content.badge = badge
        if !mayFilter { content.threadIdentifier = Self.noTextThread }
        return content
    }

    /// The thread of placeholders for messages without text; the next such message removes them.
    public static let noTextThread = "sealedpush.removal"
}

/// The device's own words, in the language of the user.
///
/// Neither the sender nor the push service chooses a word of them.
public struct SenderLabels: Sendable, Hashable {
    /// Stands for a notification that was not opened.
    public var placeholder = "New notification"
    /// Stands for text that the preview policy hides.
    public var hidden = "New message"
    /// Says that messages wait for the device to be unlocked.
    public var locked = "Unlock to see new notifications"
    /// Stands for an unknown sender without a name.
    public var noName = "Unknown sender"
    /// Labels a name that only the sender vouches for; `%@` is the name.
    ///
    /// The label is best put first: at the end of a line a long name would push it out of sight.
    public var unknown = "Unknown: %@"
    /// Warns of a contact that is changed, and of a candidate; `%@` is the name.
    public var check = "Check: %@"

    /// The labels of an app's string table, in English if it has none.
    ///
    /// The keys are `SEALEDPUSH_PLACEHOLDER`, `_HIDDEN`, `_LOCKED`, `_NO_NAME`, `_UNKNOWN` and
    /// `_CHECK`. A label of a name without `%@` counts as absent.
    ///
    /// - Parameter localize: Looks a key up; nil if the table has none.
    public init(localize: (_ key: String) -> String? = { _ in nil }) {
        let texts: [(String, WritableKeyPath<SenderLabels, String>)] = [
            ("PLACEHOLDER", \.placeholder), ("HIDDEN", \.hidden), ("LOCKED", \.locked),
            ("NO_NAME", \.noName), ("UNKNOWN", \.unknown), ("CHECK", \.check),
        ]
        for (key, label) in texts {
            guard let text = localize("SEALEDPUSH_" + key), !text.isEmpty else { continue }
            let needsName = label == \.unknown || label == \.check
            let hasPlace =
                LocalizedFormat.fill(text, with: ["x"]) != LocalizedFormat.fill(text, with: [])
            if !needsName || hasPlace { self[keyPath: label] = text }
        }
    }

    /// What stands before and after the name in each label for one.
    package var labelsOfNames: [(before: String, after: String)] {
        [unknown, check].compactMap { label in
            let ends = LocalizedFormat.fill(label, with: ["\0"])
                .split(separator: "\0", omittingEmptySubsequences: false)
            return ends.count == 2 ? (String(ends[0]), String(ends[1])) : nil
        }
    }
}

/// The reason for which a screen shows what it shows: a row of the table in
/// `docs/protocol/display.md` (D-20).
///
/// The first that matches gives the texts.
public enum DisplayReason: Sendable, Hashable, CaseIterable {
    /// A message came again, and its notification is still listed.
    case listed
    /// The device is locked, or its store out of reach.
    case deferred
    /// The sender is blocked, revoked or not accepted.
    case senderRefused
    /// The push was not opened for another reason.
    case notOpened
    /// The sender sealed no text: a badge or a removal alone.
    case noText
    /// The contact's preview policy hides everything.
    case hidden
    /// The device has no name for the sender.
    case unknown
    /// The contact changed, or the sender is only a candidate of a contact.
    case check
    /// A service wrote for one of its users, and the device has a name for that user.
    case serviceContact
    /// A service wrote in its own name, or for a user that the device has no name for.
    case service
    /// A person.
    case person

    /// The number of the row, from 1.
    package var row: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}
