// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import SealedPush
import SealedPushReceiver
import UserNotifications

/// What the system is given of one message: plain, or as part of a conversation with its sender.
struct MessageContent {
    private let received: ReceivedNotification
    private let settings: ServiceSettings
    private let conversation: Conversation?

    init(
        of received: ReceivedNotification,
        _ receiver: NotificationReceiver?,
        _ settings: ServiceSettings
    ) {
        self.received = received
        self.settings = settings
        conversation =
            settings.isCommunication
            ? Conversation(received, receiver, settings) : nil
    }

    /// The content without the sender's picture: always there, at once.
    func plain() -> SystemContent {
        SystemContent(content())
    }

    /// The content as a message of its sender; nil where it is none, or the system takes it for none.
    ///
    /// The system is told of the conversation, too: that lets it pass a Focus that lets the sender pass.
    func dressed(by donations: Donations) async -> SystemContent? {
        guard let conversation, await donations.donate(conversation.interaction()) else {
            return nil
        }
        return (try? content().updating(from: conversation.intent)).map { SystemContent($0) }
    }

    /// The content with files, as a message of its sender where the system has been told of it.
    func attaching(_ files: [UNNotificationAttachment], isDressed: Bool) -> SystemContent {
        let content = content()
        content.attachments = files
        let dressed = conversation.flatMap {
            isDressed ? try? content.updating(from: $0.intent) : nil
        }
        return SystemContent(dressed ?? content)
    }

    private func content() -> UNMutableNotificationContent {
        if received.removal?.isSilent == true { return removal() }
        let content = UNMutableNotificationContent(received.content)
        if let mark = MessageMark(received) {
            content.userInfo = mark.added(to: content.userInfo)
            // A text that the user wants out of sight is not left with the system either.
            if !received.isInFull { content.userInfo["aps"] = nil }
        }
        return content
    }

    /// Nothing, where the app may show nothing; else something that makes no noise and can be found again.
    private func removal() -> UNMutableNotificationContent {
        guard !settings.mayFilter else { return UNMutableNotificationContent() }
        let content = UNMutableNotificationContent(received.content)
        content.threadIdentifier = ListedNotification.removalThread
        return content
    }
}
