// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import UniformTypeIdentifiers
import UserNotifications
import os

private let group = "group.com.example.chat"
private let logger = Logger(subsystem: "com.example.chat.push", category: "decryption")

/// Shows the message in a push, which the app's server can't read.
class NotificationService: UNNotificationServiceExtension {

    private struct Message: Decodable {
        let sender: String
        let text: String
        let picture: Data?
        let pictureType: String?
    }

    private enum Failure: Error {
        case noMessage
        case noKey
        case unknownPicture
    }

    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            contentHandler(request.content)
            return
        }

        do {
            let message = try decrypt(content.userInfo)
            content.title = message.sender
            content.body = message.text
            bestAttemptContent = content
            logger.debug("opened a message from \(message.sender)")

            if let picture = message.picture {
                content.attachments = [try attachment(picture, mimeType: message.pictureType)]
            }
            UserDefaults(suiteName: group)?.setValue(request.identifier, forKey: "lastPush")
        } catch {
            logger.error("\(request.identifier, privacy: .public): \(error, privacy: .public)")
            if bestAttemptContent == nil {
                content.body = NSLocalizedString("New message", comment: "It can't be opened")
            }
        }
        contentHandler(content)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }

    private func decrypt(_ userInfo: [AnyHashable: Any]) throws -> Message {
        guard let base64 = userInfo["message"] as? String, let data = Data(base64Encoded: base64)
        else { throw Failure.noMessage }
        return try autoreleasepool {
            let box = try ChaChaPoly.SealedBox(combined: data)
            let opened = try ChaChaPoly.open(box, using: readKey())
            return try JSONDecoder().decode(Message.self, from: opened)
        }
    }

    /// The key, which the app replaces from time to time, and then holds a lock.
    private func readKey() throws -> SymmetricKey {
        let manager = FileManager.default
        guard let folder = manager.containerURL(forSecurityApplicationGroupIdentifier: group)
        else { throw Failure.noKey }
        let file = try FileHandle(forReadingFrom: folder.appendingPathComponent("key"))
        defer { try? file.close() }
        guard flock(file.fileDescriptor, LOCK_SH) == 0, let data = try file.readToEnd()
        else { throw Failure.noKey }
        return SymmetricKey(data: data)
    }

    private func attachment(_ picture: Data, mimeType: String?) throws -> UNNotificationAttachment {
        guard let mimeType, let type = UTType(mimeType: mimeType), type.conforms(to: .image)
        else { throw Failure.unknownPicture }
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
            .appendingPathExtension(for: type)
        try picture.write(to: file)
        return try UNNotificationAttachment(identifier: "picture", url: file)
    }
}
