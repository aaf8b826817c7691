// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// The service extension of a calling app: a call that rings goes to CallKit and shows nothing, any
/// other becomes a notification with the picture of who called.
public class NotificationService: UNNotificationServiceExtension {
    private let queue = DispatchQueue(label: "com.example.calling.extension")
    private let pictures = PictureLoader()
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var bestAttemptContent: UNMutableNotificationContent?

    public override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        queue.async { [self] in
            guard let call = CallPush(userInfo: request.content.userInfo) else {
                return finish(with: request.content)
            }
            guard call.rings(at: Date()) else { return showMissed(call) }
            CallReporter.report(call) { [self] error in
                queue.async { [self] in
                    if let error = error {
                        NSLog("[Calling] call not reported: %@", error.localizedDescription)
                        showMissed(call)
                    } else {
                        // CallKit rings; the notification would only be in its way.
                        finish(with: UNNotificationContent())
                    }
                }
            }
        }
    }

    public override func serviceExtensionTimeWillExpire() {
        queue.sync {
            if let content = bestAttemptContent { finish(with: content) }
        }
    }

    private func showMissed(_ call: CallPush) {
        guard let content = bestAttemptContent else { return }
        content.title = call.caller
        content.body = call.isVideo ? "Missed video call" : "Missed call"
        content.categoryIdentifier = "MISSED_CALL"
        content.threadIdentifier = call.caller
        guard let picture = call.picture else { return finish(with: content) }
        pictures.load(picture) { [self] attachment in
            queue.async { [self] in
                content.attachments = attachment.map { [$0] } ?? []
                finish(with: content)
            }
        }
    }

    /// Hands over, once.
    private func finish(with content: UNNotificationContent) {
        contentHandler?(content)
        contentHandler = nil
    }
}
