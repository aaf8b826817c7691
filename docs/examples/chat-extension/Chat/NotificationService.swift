// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import UserNotifications
import os

/// Shows the message in a push, which the chat's server can't read.
class NotificationService: UNNotificationServiceExtension {
    private static let logger = Logger(subsystem: "com.example.chat", category: "service")

    private let queue = DispatchQueue(label: "com.example.chat.service", qos: .userInitiated)
    private let stickers = StickerLoader()
    /// The best that can be shown so far.
    private let best = CurrentValueSubject<UNNotificationContent?, Never>(nil)
    private let outcome = PassthroughSubject<UNNotificationContent, Never>()
    private var cancellables: Set<AnyCancellable> = []

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        best.send(request.content)
        // Whatever comes first is handed over, and nothing after it.
        outcome.first()
            .sink { contentHandler($0) }
            .store(in: &cancellables)

        MessageOpener.message(in: request.content.userInfo)
            .subscribe(on: queue)
            .map { (Self.content(for: $0, request), $0.sticker) }
            .catch { error in Just((Self.placeholder(for: error, request), nil)) }
            .handleEvents(receiveOutput: { [best] content, _ in best.send(content) })
            .flatMap { [stickers] content, sticker in
                sticker.map { Self.adding(stickers.attachment($0), to: content) }
                    ?? Just(content).eraseToAnyPublisher()
            }
            .receive(on: queue)
            .sink { [outcome] content in outcome.send(content) }
            .store(in: &cancellables)
    }

    override func serviceExtensionTimeWillExpire() {
        if let content = best.value { outcome.send(content) }
    }

    private static func content(
        for message: Message,
        _ request: UNNotificationRequest
    ) -> UNMutableNotificationContent {
        let content = mutableContent(of: request)
        content.title = message.sender
        content.body = message.text
        content.threadIdentifier = request.content.userInfo["conversation"] as? String ?? ""
        return content
    }

    /// What is shown if the message can't be opened: the phone may be locked still.
    private static func placeholder(
        for error: Error,
        _ request: UNNotificationRequest
    ) -> UNMutableNotificationContent {
        logger.error("not opened: \(String(describing: error), privacy: .public)")
        let content = mutableContent(of: request)
        content.title = "Chat"
        content.body =
            error as? KeychainStore.Failure == .locked
            ? "Unlock to read new messages" : "New message"
        return content
    }

    private static func mutableContent(
        of request: UNNotificationRequest
    ) -> UNMutableNotificationContent {
        request.content.mutableCopy() as? UNMutableNotificationContent
            ?? UNMutableNotificationContent()
    }

    private static func adding(
        _ attachment: AnyPublisher<UNNotificationAttachment?, Never>,
        to content: UNMutableNotificationContent
    ) -> AnyPublisher<UNMutableNotificationContent, Never> {
        attachment
            .map { attachment in
                content.attachments = attachment.map { [$0] } ?? []
                return content
            }
            .eraseToAnyPublisher()
    }
}
