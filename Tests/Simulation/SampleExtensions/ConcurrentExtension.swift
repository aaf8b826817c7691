// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// As apps write it that work in tasks: a `@Sendable` handler under a `@preconcurrency` import, and
// content that they declare `Sendable` themselves.

@preconcurrency import UserNotifications

// swift-format-ignore: AvoidRetroactiveConformances
extension UNMutableNotificationContent: @unchecked @retroactive Sendable {}

final class ConcurrentExtension: UNNotificationServiceExtension {
    override init() {
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        Task {
            content.body = await ConcurrentExtension.decrypted(content.body)
            contentHandler(content)
        }
    }

    @concurrent private static func decrypted(_ text: String) async -> String {
        String(text.reversed())
    }
}
