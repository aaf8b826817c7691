// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import UserNotifications

extension MessageContent {
    /// Fetches one file after the other, and tells the content anew with each that is there.
    ///
    /// - Parameters:
    ///   - isEnriched: Whether it is shown as a message of its sender.
    ///   - offer: Takes the content; false if it comes too late.
    /// - Returns: Why files of the message are not in it.
    func fetchFiles(
        isEnriched: Bool,
        _ offer: (SystemContent) -> Bool
    ) async -> [AttachmentError] {
        // A run that a file stops, or that ends with its hand-over, does not come to its end.
        settings.removeLeftovers()
        var files: [UNNotificationAttachment] = []
        let limit = AttachmentReceiver.expensiveLimit(
            for: received.message?.standing,
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
                guard offer(attaching(files, isEnriched: isEnriched)) else { throw .timedOut }
            }
        let missing = received.refusedAttachments + failures
        for failure in missing { settings.didMiss(failure) }
        return missing
    }
}

extension ServiceSettings {
    fileprivate var fileReceiver: AttachmentReceiver {
        AttachmentReceiver(
            folder: attachmentFolder.path,
            downloader: downloader,
            allowsPrivateAddresses: allowsPrivateAddresses
        )
    }

    /// Removes what runs left in the clear that were killed; at the end of each run, whatever it is
    /// for.
    ///
    /// The files' ages go by the system's clock, whatever time it is by the settings.
    func removeLeftovers() {
        fileReceiver.removeLeftovers(now: Timestamp(Date()))
    }
}
