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
            downloader: settings.downloader
        )
    }

    /// Fetches one file after the other, and tells the content anew with each that is there.
    ///
    /// - Returns: Why the others are not.
    func fetch(
        _ received: ReceivedNotification,
        into content: MessageContent,
        _ progress: DeliveryProgress<SystemContent>
    ) async -> [AttachmentError] {
        // What a killed run left is in the clear: it waits for no other message with files.
        receiver.removeLeftovers(now: settings.now())
        guard !received.attachments.isEmpty else { return received.refusedAttachments }
        var isLate = false
        let failures = await receiver.receive(all: received.attachments) { files in
            let attached = content.attaching(files.compactMap(Self.attachment))
            guard !progress.attached(attached) else { return }
            // The system takes none of them any more that it was not given before.
            isLate = true
            receiver.discard(Array(files.suffix(1)))
        }
        return received.refusedAttachments + failures + (isLate ? [.late] : [])
    }

    /// The file as the system takes it; nil where it does not.
    private static func attachment(_ file: NotificationAttachment) -> UNNotificationAttachment? {
        try? UNNotificationAttachment(
            identifier: "",
            url: URL(filePath: file.path),
            options: [UNNotificationAttachmentOptionsTypeHintKey: file.type.uniformTypeIdentifier]
        )
    }
}
