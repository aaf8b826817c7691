// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension UNUserNotificationCenterDelegate {
    /// Asks the async form, in a task of its own, as Objective-C's bridge does.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let question = Handed(self, center, notification, completionHandler)
        Task {
            await question.handler(
                question.delegate.userNotificationCenter(
                    question.center,
                    willPresent: question.subject
                )
            )
        }
    }

    /// Presents nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [] }

    /// Tells the async form, in a task of its own, as Objective-C's bridge does.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let news = Handed(self, center, response, completionHandler)
        Task {
            await news.delegate.userNotificationCenter(news.center, didReceive: news.subject)
            news.handler()
        }
    }

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {}

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}

/// Objects that a function hands to a task and does not use afterward.
private final class Handed<Subject, Handler>: @unchecked Sendable {
    let delegate: any UNUserNotificationCenterDelegate
    let center: UNUserNotificationCenter
    let subject: Subject
    let handler: Handler

    init(
        _ delegate: any UNUserNotificationCenterDelegate,
        _ center: UNUserNotificationCenter,
        _ subject: Subject,
        _ handler: Handler
    ) {
        self.delegate = delegate
        self.center = center
        self.subject = subject
        self.handler = handler
    }
}
