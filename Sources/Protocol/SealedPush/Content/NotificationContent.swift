// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The content of one notification as the user sees and hears it, as a value.
///
/// Its properties are those of `UNNotificationContent`. It is made from an opened payload; the
/// display table then decides its lines.
public struct NotificationContent: Sendable, Hashable {
    /// The first line.
    public var title = ""
    /// The second line.
    public var subtitle = ""
    /// The text.
    public var body = ""
    /// The number on the app's icon: nil leaves it as it is, 0 takes it away.
    public var badge: Int?
    /// The sound.
    public var sound = Sound.none
    /// Notifications of one thread are grouped; empty: no group.
    public var threadIdentifier = ""
    /// The category that gives the notification its actions; empty: none.
    public var categoryIdentifier = ""
    /// The scene that a tap brings to the front.
    public var targetContentIdentifier: String?
    /// The level of disturbance.
    public var interruptionLevel = InterruptionLevel.active
    /// The weight in a summary of notifications, from 0 to 1.
    public var relevanceScore = 0.0
    /// The criteria by which a Focus decides whether to show it.
    public var filterCriteria: String?
    /// The image that is shown while a tap launches the app; empty: the usual one.
    public var launchImageName = ""
    /// Sounds, pictures and films, decrypted, in the order that the sender gave them.
    public var attachments: [Attachment] = []
    /// The whole payload as the sender wrote it, keys of attachments included.
    ///
    /// Nil if nothing was opened.
    public var userInfo: JSONDocument?

    /// Content that shows nothing.
    public init() {}

    /// True if there is any text to show.
    ///
    /// Without it the system ignores the content and shows the original notification.
    public var hasAlertText: Bool {
        !(title.isEmpty && subtitle.isEmpty && body.isEmpty)
    }

    /// The same content without sound and at the passive level, which does not alert a second time.
    ///
    /// Messages that are recovered or come again are shown so.
    public func quiet() -> NotificationContent {
        var content = self
        content.sound = .none
        content.interruptionLevel = .passive
        return content
    }
}

extension NotificationContent: Redacted {}
