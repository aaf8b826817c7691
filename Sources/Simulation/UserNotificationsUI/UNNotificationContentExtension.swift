// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
// As Apple's does: code of a content extension need not import both.
@_exported public import UserNotifications

/// Code of an app that draws the notifications of some categories when they are opened.
///
/// Only the first member must be written. The colour of the button is left out, as there is no
/// UIKit.
public protocol UNNotificationContentExtension: NSObjectProtocol {
    /// Shows a notification; called again for others of the same thread while it is open.
    func didReceive(_ notification: UNNotification)

    /// Deals with an action; the handler says what becomes of the notification.
    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    )

    /// Which button there is for playing.
    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }

    /// Where the button is, in points of the extension's view.
    var mediaPlayPauseButtonFrame: CGRect { get }

    /// The button was pressed to play.
    func mediaPlay()

    /// The button was pressed to pause.
    func mediaPause()
}

extension UNNotificationContentExtension {
    /// Leaves the action to the app.
    public func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        completion(.dismissAndForwardAction)
    }

    /// There is none.
    public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
        .none
    }

    /// Nowhere.
    public var mediaPlayPauseButtonFrame: CGRect { .zero }

    /// Does nothing.
    public func mediaPlay() {}

    /// Does nothing.
    public func mediaPause() {}
}

/// The button that the system puts over a content extension that plays something.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType:
    UInt, Hashable, Sendable, BitwiseCopyable
{
    /// No button.
    case none = 0
    /// One that shows whether it plays.
    case `default` = 1
    /// One that goes away while it plays.
    case overlay = 2
}

/// The fate of a notification after its content extension dealt with an action.
public enum UNNotificationContentExtensionResponseOption: UInt, Hashable, Sendable, BitwiseCopyable
{
    /// It stays open.
    case doNotDismiss = 0
    /// It goes away.
    case dismiss = 1
    /// It goes away, and the app hears of the action.
    case dismissAndForwardAction = 2
}
