// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
public import SealedPush
import UserNotifications

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

extension ShownNotification {
    /// A notification as the user meets it, its attachments in the device's store.
    init(
        _ request: UNNotificationRequest.Values,
        of payload: JSONDocument?,
        attachments: [Attachment],
        by presenter: Presenter
    ) {
        let content = NotificationContent(request.content, of: payload)
        identifier = request.identifier
        self.content = content
        self.attachments = attachments
        let sender = request.content.message.flatMap { CommunicationSender($0) }
        self.sender = sender
        presentation = presenter.presentation(of: content)
        let isSeen = presentation.isBanner || presentation.isListed
        lines = isSeen ? presenter.lines(of: content, from: sender) : []
    }
}

extension ShownNotification.CommunicationSender {
    /// The sender of an intent's message; nil if it names none.
    fileprivate init?(_ intent: INIntent.Values) {
        guard let sender = intent.message.sender else { return nil }
        name = sender.displayName
        group = intent.isToGroup ? intent.message.speakableGroupName?.spokenPhrase : nil
        hasImage = sender.image != nil || intent.images["sender"] != nil
    }
}

extension INIntent.Values {
    /// Whether it is a message to more than one, by its recipients or by their number.
    fileprivate var isToGroup: Bool {
        max(message.recipients?.count ?? 0, donationMetadata?.recipientCount ?? 0) > 1
    }
}

extension ShownNotification {
    /// The view of a notification in which the user responds.
    public enum View: String, Sendable, Hashable, CaseIterable {
        /// The banner, which shows the first two actions of the category.
        case banner
        /// The expanded notification, after a long press or a pull, which shows the first ten
        /// actions.
        case expanded

        /// The number of actions that the view has space for.
        var actionLimit: Int {
            switch self {
            case .banner: 2
            case .expanded: 10
            }
        }
    }
}
