// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// What a delegate was told, as plain text.
final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

extension UNNotificationResponse {
    fileprivate var note: String {
        let text = (self as? UNTextInputNotificationResponse).map { ": \($0.userText)" } ?? ""
        return "\(notification.request.identifier) \(actionIdentifier)\(text)"
    }
}

/// A delegate in the form with handlers, which it calls, unless it is one that never does.
final class HandlerDelegate: NSObject, UNUserNotificationCenterDelegate {
    let notes = Notes()
    private let options: UNNotificationPresentationOptions
    private let answers: Bool

    init(_ options: UNNotificationPresentationOptions = [], answers: Bool = true) {
        self.options = options
        self.answers = answers
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        notes.add("willPresent \(notification.request.identifier)")
        if answers { completionHandler(options) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        notes.add(response.note)
        if answers { completionHandler() }
    }
}

/// A delegate in the async form.
final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate {
    let notes = Notes()
    private let options: UNNotificationPresentationOptions

    init(_ options: UNNotificationPresentationOptions = []) {
        self.options = options
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        notes.add("willPresent \(notification.request.identifier)")
        return options
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        notes.add(response.note)
        _ = await UNUserNotificationCenter.current().notificationCategories()
    }
}

/// A delegate that leaves out every member.
final class IdleDelegate: NSObject, UNUserNotificationCenterDelegate {}
