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
        sender = request.content.message.flatMap { Sender($0) }
        presentation = presenter.presentation(of: content)
        lines = presentation.isBanner || presentation.isListed ? presenter.lines(of: content) : []
    }
}

extension ShownNotification.Sender {
    /// Whom a message of an intent comes from; nil where it names nobody.
    fileprivate init?(_ intent: INIntent.Values) {
        guard let sender = intent.message.sender else { return nil }
        name = sender.displayName
        group = intent.message.speakableGroupName?.spokenPhrase
        hasImage = sender.image != nil
    }
}
