// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import SealedPush
import SealedPushReceiver
import UserNotifications

/// What the system is given of one message: plain, or as part of a conversation with its sender.
struct MessageContent {
    let received: ReceivedNotification
    let settings: ServiceSettings
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
    func enriched(telling centre: NotificationCentre) async -> SystemContent? {
        guard let conversation, await centre.donate(conversation.interaction()) else {
            return nil
        }
        return (try? content().updating(from: conversation.intent)).map { SystemContent($0) }
    }

    /// The content with files, as a message of its sender where the system has been told of it.
    func attaching(_ files: [UNNotificationAttachment], isEnriched: Bool) -> SystemContent {
        let content = content()
        content.attachments = files
        let enriched = conversation.flatMap {
            isEnriched ? try? content.updating(from: $0.intent) : nil
        }
        return SystemContent(enriched ?? content)
    }

    private func content() -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent(received.content)
        // What stands for a message without text has no tag, so that the next one takes it away.
        guard received.row != .noText, let mark = MessageMark(received) else { return content }
        content.userInfo = mark.added(to: content.userInfo)
        return content
    }
}
