// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import UserNotifications

/// A secret that a test has the extension tell, by one of the ways in which one could get out.
package struct PlantedLeak: Sendable {
    /// A way out.
    package enum Channel: String, CaseIterable, Sendable {
        /// The text of the notification.
        case body
        /// What groups notifications.
        case thread
        /// What the app is told.
        case userInfo
        /// What the system is told of the sender.
        case donation
        /// What the app's log is told of a delivery.
        case report
        /// What the process prints.
        case output
        /// What it prints of errors.
        case errors
        /// A file in the store.
        case record
        /// The name of one.
        case name
        /// A file beside those that were fetched.
        case attachment
    }

    let channel: Channel
    let secret: String

    /// A leak as a note says it: the channel, a space, the secret.
    init?(_ note: String) {
        let parts = note.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let channel = Channel(rawValue: parts[0]) else { return nil }
        self.channel = channel
        secret = parts[1]
    }

    /// Tells the secret; what is handed over instead of `content`.
    func tell(_ content: UNNotificationContent, _ folder: PhoneFolder) -> UNNotificationContent {
        guard let leaking = content.mutableCopy() as? UNMutableNotificationContent else {
            return content
        }
        switch channel {
        case .body: leaking.body += secret
        case .thread: leaking.threadIdentifier = secret
        case .userInfo: leaking.userInfo["leak"] = ["deep": [secret]]
        case .donation:
            let intent = INSendMessageIntent(
                recipients: nil,
                outgoingMessageType: .unknown,
                content: secret,
                speakableGroupName: nil,
                conversationIdentifier: nil,
                serviceName: nil,
                sender: nil,
                attachments: nil
            )
            INInteraction(intent: intent, response: nil).donate()
        case .report: break  // When it is made.
        case .output: print(secret)
        case .errors: FileHandle.standardError.write(Data(secret.utf8))
        case .record: write(secret, to: folder.store + "/tmp/leak")
        case .name: write("", to: folder.store + "/tmp/" + secret)
        case .attachment: write(secret, to: folder.attachmentFolder.path + "/leak")
        }
        return leaking
    }

    private func write(_ text: String, to file: String) {
        let folder = (file as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        _ = FileManager.default.createFile(atPath: file, contents: Data(text.utf8))
    }
}
