// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import UserNotifications

/// What the system is given of one message: its text, then as part of a conversation with its
/// sender, then with its files.
struct MessageContent: Sendable {
    private let received: ReceivedNotification
    private let settings: ServiceSettings
    /// Nil also of a message that is no part of a conversation.
    private let picture: Data?

    init(
        of received: ReceivedNotification,
        _ receiver: NotificationReceiver?,
        _ settings: ServiceSettings
    ) {
        self.received = received
        self.settings = settings
        picture = received.isConversation ? settings.picture(receiver?.avatar(of: received)) : nil
    }

    /// Makes the content better step by step, and offers each step at once: the time may be over at
    /// any moment.
    ///
    /// - Parameters:
    ///   - center: Is told of the conversation, which lets the message pass a Focus that lets its
    ///     sender pass; if it does not take that, the message is no part of one.
    ///   - time: How long the files may take.
    ///   - offer: Takes a step; false if it comes too late.
    /// - Returns: Why files of the message are not in it.
    func make(
        telling center: UserNotificationCenter,
        filesWithin time: Duration,
        _ offer: @escaping @Sendable (SystemContent, HandOverReport.Attempt) -> Bool
    ) async -> [AttachmentError] {
        // Its claim keeps what came too late.
        guard offer(SystemContent(received), .content) else { return [] }
        var isTold = false
        if let conversation { isTold = await center.donate(conversation.interaction) }
        if isTold { _ = offer(content(with: [], isTold: true), .content) }
        guard time > .zero else { return received.untriedFiles }
        let missing = await settings.clock.limit(time) { [isTold] in
            await fetchFiles(isTold: isTold, offer)
        }
        return missing ?? received.untriedFiles
    }

    /// Fetches one file after the other, and offers the content with those that are there.
    private func fetchFiles(
        isTold: Bool,
        _ offer: (SystemContent, HandOverReport.Attempt) -> Bool
    ) async -> [AttachmentError] {
        // A run that a file stops, or that ends with its hand-over, does not come to its end.
        settings.removeLeftovers()
        var files: [UNNotificationAttachment] = []
        let limit = AttachmentReceiver.expensiveLimit(
            for: received.message?.contactStatus,
            settings.expensiveNetworkLimit
        )
        let failures = await settings.fileReceiver
            .receive(all: received.attachments, expensiveLimit: limit) {
                file throws(AttachmentError) in
                do {
                    files.append(try settings.attach(file))
                } catch {
                    throw .notAccepted
                }
                // Once it has the notification the system takes nothing more of it.
                guard offer(content(with: files, isTold: isTold), .contentWithAttachments) else {
                    throw .timedOut
                }
            }
        let missing = received.refusedAttachments + failures
        for failure in missing { settings.didMiss(failure) }
        return missing
    }

    private func content(with files: [UNNotificationAttachment], isTold: Bool) -> SystemContent {
        let content = UNMutableNotificationContent(received)
        content.attachments = files
        guard isTold, let intent = conversation?.intent else { return SystemContent(content) }
        return SystemContent((try? content.updating(from: intent)) ?? content)
    }

    /// Made anew each time: a person of the system's can't be shared with another task.
    private var conversation: Conversation? {
        settings.isCommunication ? Conversation(received, picture: picture) : nil
    }
}

extension ReceivedNotification {
    /// Why no file of the message is shown if there is no time for any.
    var untriedFiles: [AttachmentError] {
        refusedAttachments + attachments.map { _ in .timedOut }
    }
}

extension ServiceSettings {
    /// The most bytes of a picture: an extension has little memory.
    private static let pictureLimit = 512 << 10

    /// The picture of a contact, if there is one that can be read.
    fileprivate func picture(_ name: String?) -> Data? {
        guard isCommunication, let name, let file = pictureFolder?.appendingPathComponent(name),
            let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size <= Self.pictureLimit
        else { return nil }
        return try? Data(contentsOf: file)
    }
}
