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
