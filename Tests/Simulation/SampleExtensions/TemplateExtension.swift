// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// As an app writes it from Xcode's template: one import, nothing for Linux.

import UserNotifications

class TemplateExtension: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        if let bestAttemptContent = bestAttemptContent {
            bestAttemptContent.title = "\(bestAttemptContent.title) [modified]"
            if let link = bestAttemptContent.userInfo["link"] as? String,
                let url = URL(string: link)
            {
                bestAttemptContent.subtitle = URLRequest(url: url).httpMethod ?? ""
            }
            contentHandler(bestAttemptContent)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
