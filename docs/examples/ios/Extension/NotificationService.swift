// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelayClient
import SealedPushServiceExtension
import UserNotifications

/// The extension: all that an app adds is where its store is, and the answer to its relay's code.
nonisolated final class NotificationService: SealedNotificationService {
    override var settings: ServiceSettings { .shared }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard request.content.userInfo["sealedpush-activation"] != nil else {
            return super.didReceive(request, withContentHandler: contentHandler)
        }
        // The content belongs to this call, and any thread may call the handler.
        nonisolated(unsafe) let content = request.content
        nonisolated(unsafe) let handOver = contentHandler
        Task {
            // If it fails the app asks for another code at its next start.
            if let client = try? RelayClient(Shared.relay) {
                _ = try? await RelayDevice.answer(content.userInfo, by: client)
            }
            handOver(content)
        }
    }
}
