// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AVFoundation
import Compression
import CryptoKit
import Security
import UserNotifications

/// Opens a message that was encrypted to the device's RSA key, and lets a call ring for long.
class NotificationService: UNNotificationServiceExtension {

    private enum Failure: Error {
        case noKey(OSStatus)
        case noMessage
    }

    private struct Message: Decodable {
        let sender: String
        let text: String
        let isCall: Bool
    }

    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let content = bestAttemptContent else { return contentHandler(request.content) }
        do {
            let message = try open(content.userInfo)
            content.title = message.sender
            content.body = message.text
            if message.isCall, let sound = try? RingTone.long(seconds: 3) {
                content.sound = UNNotificationSound(named: UNNotificationSoundName(sound))
            }
        } catch Failure.noKey(errSecInteractionNotAllowed) {
            content.body = "Unlock to read new messages"
        } catch {
            content.body = "New message"
        }
        contentHandler(content)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }

    /// A key of AES that RSA encrypts, and JSON that is compressed and encrypted with it.
    private func open(_ userInfo: [AnyHashable: Any]) throws -> Message {
        guard let key = (userInfo["key"] as? String).flatMap({ Data(base64Encoded: $0) }),
            let text = (userInfo["message"] as? String).flatMap({ Data(base64Encoded: $0) })
        else { throw Failure.noMessage }
        let privateKey = try self.privateKey()
        let algorithm = SecKeyAlgorithm.rsaEncryptionOAEPSHA256
        guard SecKeyIsAlgorithmSupported(privateKey, .decrypt, algorithm) else {
            throw Failure.noMessage
        }
        var error: Unmanaged<CFError>?
        guard
            let aes = SecKeyCreateDecryptedData(privateKey, algorithm, key as CFData, &error)
                as Data?
        else {
            throw error!.takeRetainedValue() as Error
        }
        let opened = try AES.GCM.open(
            AES.GCM.SealedBox(combined: text),
            using: SymmetricKey(data: aes)
        )
        let json = try (opened as NSData).decompressed(using: .zlib) as Data
        return try JSONDecoder().decode(Message.self, from: json)
    }

    private func privateKey() throws -> SecKey {
        let query: [String: Any] = [
            kSecClass as String: kSecClassKey,
            kSecAttrApplicationTag as String: Data("com.example.chat.push".utf8),
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA,
            kSecAttrAccessGroup as String: "TEAM.com.example.chat.shared",
            kSecReturnRef as String: true,
        ]
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        guard status == errSecSuccess else { throw Failure.noKey(status) }
        // swift-format-ignore: NeverForceUnwrap
        return item as! SecKey
    }
}

/// The app's tone, repeated.
enum RingTone {
    static func long(seconds: Double) throws -> String {
        let container = FileManager.default
            .containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.chat")
        guard let folder = container?.appendingPathComponent("Library/Sounds") else {
            throw CocoaError(.fileNoSuchFile)
        }
        let name = "long.tone.caf"
        let input = try AVAudioFile(forReading: folder.appendingPathComponent("tone.caf"))
        let format = input.processingFormat
        let output = try AVAudioFile(
            forWriting: folder.appendingPathComponent(name),
            settings: input.fileFormat.settings
        )
        let whole = AVAudioFramePosition(seconds * format.sampleRate)
        while output.length < whole {
            input.framePosition = 0
            guard
                let buffer = AVAudioPCMBuffer(
                    pcmFormat: format,
                    frameCapacity: AVAudioFrameCount(input.length)
                )
            else { break }
            try input.read(into: buffer)
            // The last one is cut.
            buffer.frameLength = min(buffer.frameLength, AVAudioFrameCount(whole - output.length))
            try output.write(from: buffer)
        }
        return name
    }
}
