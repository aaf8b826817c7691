// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// The app's extension, or one with a bug that such extensions have had.
public func makeService(planted fault: String?) -> UNNotificationServiceExtension {
    switch fault {
    case "neverHandsOver": ForgetfulService()
    case "handsOverTwice": HastyService()
    case "handsOverAtWarning": WaitingService()
    case "releasesHandler": LoosingService()
    case "memory": HoardingService()
    case "crash": TrustingService()
    default: NotificationService()
    }
}

/// Forgets to say that it is done, and has no code for the end of its time.
private final class ForgetfulService: NotificationService {
    override func enrich(
        _ content: UNMutableNotificationContent,
        with payload: BeaconPayload,
        completion: @escaping () -> Void
    ) {
        super.enrich(content, with: payload) {}
    }

    override func serviceExtensionTimeWillExpire() {}
}

/// Forgets to say that it is done, and is saved by the end of its time.
private final class WaitingService: NotificationService {
    override func enrich(
        _ content: UNMutableNotificationContent,
        with payload: BeaconPayload,
        completion: @escaping () -> Void
    ) {
        super.enrich(content, with: payload) {}
    }
}

/// Shows the text early, and hands over once more with the picture.
private final class HastyService: NotificationService {
    override func finish() {
        guard let contentHandler = contentHandler, let content = bestAttemptContent else { return }
        contentHandler(content)
    }

    override func enrich(
        _ content: UNMutableNotificationContent,
        with payload: BeaconPayload,
        completion: @escaping () -> Void
    ) {
        super.enrich(content, with: payload) {
            completion()
            BeaconCategories.shared.register(["More"]) { _ in self.finish() }
        }
    }
}

/// Keeps the handler in an object that is gone when the answer comes.
private final class LoosingService: BeaconServiceExtension {
    private final class Job {
        let contentHandler: (UNNotificationContent) -> Void

        init(_ contentHandler: @escaping (UNNotificationContent) -> Void) {
            self.contentHandler = contentHandler
        }
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let payload = BeaconPayload(userInfo: content.userInfo)
        else { return contentHandler(request.content) }
        let job = Job(contentHandler)
        enrich(content, with: payload) { [weak job] in job?.contentHandler(content) }
    }
}

/// Decodes whole pictures, and keeps each.
private final class HoardingService: NotificationService {
    private var pictures: [[UInt8]] = []

    override func enrich(
        _ content: UNMutableNotificationContent,
        with payload: BeaconPayload,
        completion: @escaping () -> Void
    ) {
        for number in 0..<64 { pictures.append([UInt8](repeating: UInt8(number), count: 1 << 20)) }
        super.enrich(content, with: payload, completion: completion)
    }
}

/// Trusts the server.
private final class TrustingService: NotificationService {
    override func enrich(
        _ content: UNMutableNotificationContent,
        with payload: BeaconPayload,
        completion: @escaping () -> Void
    ) {
        content.subtitle = payload.buttons[payload.buttons.count]
        super.enrich(content, with: payload, completion: completion)
    }
}
