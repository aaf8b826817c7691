// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import UserNotifications

/// Fetches the files of a message and brings them into the content that is handed over.
struct FileFetcher {
    private let settings: ServiceSettings
    private let receiver: AttachmentReceiver

    init(_ settings: ServiceSettings) {
        self.settings = settings
        receiver = AttachmentReceiver(
            folder: settings.attachmentFolder.path,
            downloader: settings.downloader,
            allowsPrivateAddresses: settings.allowsPrivateAddresses
        )
    }

    /// Removes what runs left in the clear that were killed; at the end of each run, whatever it is for.
    ///
    /// The files' ages go by the system's clock, whatever time it is by the settings.
    static func removeLeftovers(_ settings: ServiceSettings) {
        FileFetcher(settings).receiver.removeLeftovers(now: Timestamp(Date()))
    }

    /// Fetches one file after the other, and tells the content anew with each that is there.
    ///
    /// - Parameters:
    ///   - received: The message.
    ///   - content: What is shown of it.
    ///   - isEnriched: Whether it is shown as a message of its sender.
    ///   - offer: Takes the content; false if it comes too late.
    /// - Returns: Why the others are not.
    func fetch(
        _ received: ReceivedNotification,
        into content: MessageContent,
        isEnriched: Bool,
        _ offer: (SystemContent) -> Bool
    ) async -> [AttachmentError] {
        // Whoever is stopped by a file, or ends with its hand-over, does not come to its end.
        Self.removeLeftovers(settings)
        var files: [UNNotificationAttachment] = []
        let limit = AttachmentReceiver.expensiveLimit(
            for: received.message?.standing,
            settings.expensiveNetworkLimit
        )
        let failures = await receiver.receive(all: received.attachments, expensiveLimit: limit) {
            file throws(AttachmentError) in
            let attached = files + [try attachment(file)]
            // Once it has the notification the system takes nothing more of it.
            guard offer(content.attaching(attached, isEnriched: isEnriched)) else {
                throw .timedOut
            }
            files = attached
        }
        let missing = received.refusedAttachments + failures
        for failure in missing { settings.didMiss(failure) }
        return missing
    }

    /// The file as the system takes it.
    private func attachment(
        _ file: NotificationAttachment
    ) throws(AttachmentError) -> UNNotificationAttachment {
        do {
            return try settings.attach(file)
        } catch {
            throw .notAccepted
        }
    }
}
