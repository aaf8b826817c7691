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

extension NotificationContent {
    /// The levels of disturbance by a notification, from the least to the most.
    public enum InterruptionLevel: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Goes to the list without lighting the screen or playing a sound.
        case passive
        /// Lights the screen and plays its sound. The default.
        case active
        /// Breaks through a Focus that allows it.
        case timeSensitive = "time-sensitive"
        /// Breaks through everything. The app needs an entitlement for it.
        case critical

        /// True if `left` disturbs less than `right`.
        public static func < (left: InterruptionLevel, right: InterruptionLevel) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .passive: 0
            case .active: 1
            case .timeSensitive: 2
            case .critical: 3
            }
        }
    }
}

extension NotificationContent {
    /// The sound of a notification.
    public enum Sound: Sendable, Hashable {
        /// Nothing.
        case none
        /// The system's default sound.
        case `default`
        /// A sound file of the app, by its name.
        case named(String)
        /// A sound that is played even when the device is muted. The app needs an entitlement for
        /// it.
        ///
        /// Without a name it is the system's critical sound. The volume goes from 0 to 1; without
        /// one it is the system's choice.
        case critical(name: String?, volume: Double?)
    }
}

extension NotificationContent {
    /// A file that a notification shows, decrypted, on this machine.
    public struct Attachment: Hashable, Sendable {
        /// The path of the file.
        ///
        /// The caller hands the file to the system with the notification.
        public let path: String
        /// The type of the file.
        public let type: AttachmentReference.FileType

        /// Creates an attachment from a file.
        public init(path: String, type: AttachmentReference.FileType) {
            self.path = path
            self.type = type
        }
    }
}

extension NotificationContent {
    /// Adds the properties as members of a JSON object, for people and tools.
    ///
    /// The texts are always there, the other properties where they differ from their default. The
    /// sound is written as a payload has it, and `userInfo` as the sender wrote it.
    package func write(to object: inout JSONWriter.Object) {
        object.add("title", title)
        object.add("subtitle", subtitle)
        object.add("body", body)
        if let badge { object.add("badge", badge) }
        sound.write(to: &object)
        add("threadIdentifier", threadIdentifier, to: &object)
        add("categoryIdentifier", categoryIdentifier, to: &object)
        add("targetContentIdentifier", targetContentIdentifier ?? "", to: &object)
        if interruptionLevel != .active {
            object.add("interruptionLevel", interruptionLevel.rawValue)
        }
        if relevanceScore != 0, relevanceScore.isFinite {
            object.number("relevanceScore", "\(relevanceScore)")
        }
        add("filterCriteria", filterCriteria ?? "", to: &object)
        add("launchImageName", launchImageName, to: &object)
        if let userInfo { object.add("userInfo", userInfo.root) }
    }

    private func add(_ key: String, _ text: String, to object: inout JSONWriter.Object) {
        if !text.isEmpty { object.add(key, text) }
    }
}

extension NotificationContent.Sound {
    fileprivate func write(to object: inout JSONWriter.Object) {
        switch self {
        case .none: return
        case .default: object.add("sound", "default")
        case .named(let name): object.add("sound", name)
        case .critical(let name, let volume):
            object.object("sound") { sound in
                sound.add("critical", 1)
                sound.add("name", name ?? "default")
                if let volume, volume.isFinite { sound.number("volume", "\(volume)") }
            }
        }
    }
}
