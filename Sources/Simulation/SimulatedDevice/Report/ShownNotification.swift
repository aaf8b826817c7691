// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A notification as the user meets it.
public struct ShownNotification: Sendable, Hashable {
    /// How it makes itself felt.
    public struct Presentation: Sendable, Hashable {
        /// Whether it appears on the screen at once.
        public var isBanner = false
        /// Whether it stays in the list of notifications.
        public var isListed = false
        /// What is heard; nil is nothing.
        public var sound: PlayedSound?
        /// What it sets the app's badge to; nil leaves that as it is.
        public var badge: Int?

        /// Nothing to see or to hear.
        public init() {}

        /// Whether it makes a sound.
        public var isAudible: Bool { sound != nil }

        /// Whether it draws attention: it lights the screen or makes a sound.
        public var isAlerting: Bool { isBanner || isAudible }

        /// Whether there is nothing of it to see or to hear.
        public var isNothing: Bool { !isBanner && !isListed && !isAudible && badge == nil }
    }

    /// A file that it shows.
    public struct Attachment: Sendable, Hashable {
        /// What the extension named it, or the system where it did not.
        public let identifier: String
        /// The uniform type identifier, as `public.jpeg`.
        public let type: String
        /// The size of the file in bytes.
        public let size: Int
    }

    /// Whom a communication notification comes from.
    ///
    /// Its name and the group stand in the place of title and subtitle, as is reported of iOS.
    public struct Sender: Sendable, Hashable {
        /// The name that stands in the first line.
        public let name: String
        /// The name of the group that stands in the second line: of a message to more than one.
        public let group: String?
        /// Whether there is a picture of the sender.
        public let hasImage: Bool
    }

    /// What names it: the collapse id, or a name that the device made.
    public let identifier: String
    /// Its content, whole.
    public let content: NotificationContent
    /// The files that were taken into the device's store.
    public let attachments: [Attachment]
    /// Whom it comes from, where the extension said so by an intent.
    public let sender: Sender?
    /// The lines that stand on the screen: without previews there are fewer, or others.
    public let lines: [String]
    /// How it makes itself felt.
    public let presentation: Presentation
}
