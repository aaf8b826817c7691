// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A notification as the user sees and hears it.
public struct ShownNotification: Sendable, Hashable {
    /// The presentation of a notification: banner, list, sound and badge.
    public struct Presentation: Sendable, Hashable {
        /// True if it appears as a banner.
        public var isBanner = false
        /// True if it stays in the list of notifications.
        public var isListed = false
        /// The sound; nil for none.
        public var sound: PlayedSound?
        /// The new badge of the app; nil keeps the badge.
        public var badge: Int?

        /// Creates a presentation that shows and plays nothing.
        public init() {}

        /// True if it makes a sound.
        public var isAudible: Bool { sound != nil }

        /// True if it draws attention by a banner or a sound.
        public var isAlerting: Bool { isBanner || isAudible }

        /// True if it shows nothing, plays nothing and keeps the badge.
        public var isNothing: Bool { !isBanner && !isListed && !isAudible && badge == nil }
    }

    /// A file that the notification shows.
    public struct Attachment: Sendable, Hashable {
        /// The identifier, from the extension or else from the system.
        public let identifier: String
        /// The uniform type identifier, such as `public.jpeg`.
        public let type: String
        /// The size of the file in bytes.
        public let size: Int
        /// The moment that the small picture shows, if the extension told: the frame of a moving
        /// picture by its number, or the second of a film.
        public let thumbnailTime: Double?
    }

    /// The sender of a communication notification.
    ///
    /// The sender's name and the group replace title and subtitle, as reported of iOS.
    public struct CommunicationSender: Sendable, Hashable {
        /// The name of the sender, in the first line.
        public let name: String
        /// The name of the group, in the second line; nil if the message has one recipient.
        public let group: String?
        /// True if the notification shows a picture of the sender.
        public let hasImage: Bool
    }

    /// The identifier: the collapse id, or one that the device created.
    public let identifier: String
    /// The whole content.
    public let content: NotificationContent
    /// The files that the device has moved into its store.
    public let attachments: [Attachment]
    /// The sender, if the extension named one by an intent.
    public let sender: CommunicationSender?
    /// The lines on the screen, which the preview setting may shorten or replace.
    public let lines: [String]
    /// The presentation.
    public let presentation: Presentation
}
