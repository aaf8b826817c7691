// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// The service extension of apps with campaigns; a subclass of it is all that the app writes.
open class BeaconServiceExtension: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    let loader = BeaconMediaLoader()
    let queue = DispatchQueue(label: "com.example.beacon.service")

    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content = bestAttemptContent,
            let payload = BeaconPayload(userInfo: content.userInfo)
        else { return finish() }
        enrich(content, with: payload) { [weak self] in self?.finish() }
    }

    open override func serviceExtensionTimeWillExpire() {
        queue.sync { finish() }
    }

    /// Adds the picture and the buttons; both take their time, and so does the receipt.
    func enrich(
        _ content: UNMutableNotificationContent,
        with payload: BeaconPayload,
        completion: @escaping () -> Void
    ) {
        let group = DispatchGroup()
        if payload.badgeIncrement > 0 {
            content.badge = NSNumber(value: (content.badge?.intValue ?? 0) + payload.badgeIncrement)
        }
        group.enter()
        BeaconCategories.shared.register(payload.buttons) { [queue] identifier in
            queue.async {
                if let identifier = identifier { content.categoryIdentifier = identifier }
                group.leave()
            }
        }
        if let media = payload.media {
            group.enter()
            loader.load(media) { [queue] attachment in
                queue.async {
                    if let attachment = attachment { content.attachments = [attachment] }
                    group.leave()
                }
            }
        }
        if let receipt = payload.receipt {
            group.enter()
            BeaconReceipt.send(payload.campaign, to: receipt) { group.leave() }
        }
        group.notify(queue: queue, execute: completion)
    }

    /// Hands over what there is, once.
    func finish() {
        guard let contentHandler = contentHandler, let content = bestAttemptContent else { return }
        self.contentHandler = nil
        contentHandler(content)
    }
}
