// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A delegate that the system asks about notifications of an app in front, and tells what is done
/// with them.
///
/// Every member may be left out, and each call of the system has two forms of which an app writes
/// one. The system calls the one with a handler; if the app left it out, that calls the async one;
/// if the app left out both, nothing is presented and nothing is done.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// How to present a notification that comes while the app is in front; answer by the handler.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    )

    /// How to present a notification that comes while the app is in front.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// What was done with a notification; call the handler when it is dealt with.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )

    /// What was done with a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async

    /// The app's own settings are asked for, perhaps from a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    )
}

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

/// The options of how a notification is presented while its app is in front.
public struct UNNotificationPresentationOptions: OptionSet, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Its number goes on the icon.
    public static var badge: UNNotificationPresentationOptions { Self(rawValue: 1) }
    /// Its sound is played.
    public static var sound: UNNotificationPresentationOptions { Self(rawValue: 2) }
    /// As banner and in the list; the two that stand for it came with iOS 14.
    public static var alert: UNNotificationPresentationOptions { Self(rawValue: 4) }
    /// It is in the list.
    public static var list: UNNotificationPresentationOptions { Self(rawValue: 8) }
    /// It is shown as a banner.
    public static var banner: UNNotificationPresentationOptions { Self(rawValue: 16) }
}
