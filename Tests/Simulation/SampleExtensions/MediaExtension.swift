// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// A content extension with a button for playing, but for the view, which takes UIKit.

import UserNotifications
import UserNotificationsUI

class MediaExtension: NSObject, UNNotificationContentExtension {
    var extensionContext: NSExtensionContext?
    var shown: [String] = []

    func didReceive(_ notification: UNNotification) {
        shown.append(notification.request.content.title)
    }

    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
        .overlay
    }

    func mediaPlay() {
        extensionContext?.mediaPlayingStarted()
    }
}
