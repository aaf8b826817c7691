// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UIKit
import UserNotifications
import os.log

/// Shows the picture that a push names, as apps of ten years have it.
@objc(NotificationService) class NotificationService: UNNotificationServiceExtension {
    @objc var contentHandler: ((UNNotificationContent) -> Void)?
    @objc dynamic var bestAttemptContent: UNMutableNotificationContent?

    private let downloader = Downloader()

    @objc
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content = bestAttemptContent else { return contentHandler(request.content) }
        /* No '@objc' in here: @objc stays in comments, /* also in nested ones: @objc */ */
        content.subtitle = "seen by @objc on \(UIDevice.current.systemName.isEmpty ? "-" : "iOS")"
        content.attachments += Avatar.attachments(of: content.title)
        guard let link = content.userInfo["picture"] as? String, let url = URL(string: link) else {
            os_log("no picture")
            return contentHandler(content)
        }
        downloader.load(url) { image in
            content.body += image == nil ? "" : " [picture]"
            contentHandler(content)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let content = bestAttemptContent {
            contentHandler(content)
        }
    }
}
