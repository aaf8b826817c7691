// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import SealedPush
import UserNotifications

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
