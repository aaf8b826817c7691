// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import UserNotifications
import os

/// Loads stickers, which everybody may see.
struct StickerLoader {
    private static let logger = Logger(subsystem: "com.example.chat", category: "stickers")

    /// The sticker as an attachment, or nil if there is none that can be attached.
    func attachment(_ url: URL) -> AnyPublisher<UNNotificationAttachment?, Never> {
        URLSession.shared.dataTaskPublisher(for: url)
            .tryMap { output -> UNNotificationAttachment? in
                guard (output.response as? HTTPURLResponse)?.statusCode == 200 else {
                    throw URLError(.badServerResponse)
                }
                let file = FileManager.default.temporaryDirectory
                    .appendingPathComponent("\(UUID().uuidString)-\(url.lastPathComponent)")
                try output.data.write(to: file)
                return try UNNotificationAttachment(identifier: "sticker", url: file)
            }
            .catch { error -> Just<UNNotificationAttachment?> in
                Self.logger.error("no sticker: \(error.localizedDescription, privacy: .public)")
                return Just(nil)
            }
            .eraseToAnyPublisher()
    }
}
