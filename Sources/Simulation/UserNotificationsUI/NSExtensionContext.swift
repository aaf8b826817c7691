// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import UserNotifications
import ValueObjects

/// A content extension's way to ask things of the device that opened it.
///
/// Foundation has this class on Apple's systems and lacks it elsewhere; here it has the members
/// that content extensions use, and none for items that other extensions share.
open class NSExtensionContext: NSObject {
    private weak var host: (any ContentExtensionHost)?

    /// The context of an extension that `host` opened.
    package init(host: any ContentExtensionHost) {
        self.host = host
    }

    /// The actions that the opened notification offers; empty once it is closed.
    open var notificationActions: [UNNotificationAction] {
        get { host?.actions.map(UNNotificationAction.make) ?? [] }
        set { host?.actions = newValue.map(\.values) }
    }

    /// The extension began to play by itself.
    open func mediaPlayingStarted() {
        host?.perform(.mediaPlayingStarted)
    }

    /// The extension stopped playing by itself.
    open func mediaPlayingPaused() {
        host?.perform(.mediaPlayingPaused)
    }

    /// Does what a tap on the notification does: it goes away, the app opens.
    open func performNotificationDefaultAction() {
        host?.perform(.defaultAction)
    }

    /// Closes the opened notification.
    open func dismissNotificationContentExtension() {
        host?.perform(.dismissal)
    }
}

/// Who opened a content extension: a device.
package protocol ContentExtensionHost: AnyObject, Sendable {
    /// The actions that the opened notification offers.
    var actions: [UNNotificationAction.Values] { get set }

    /// Does what the extension asks for.
    func perform(_ request: ContentExtensionRequest)
}

/// What a content extension asks of its device.
package enum ContentExtensionRequest: Hashable, Codable, Sendable {
    /// The play button shall show that it plays.
    case mediaPlayingStarted
    /// The play button shall show that it does not.
    case mediaPlayingPaused
    /// The notification goes away and the app opens.
    case defaultAction
    /// The notification is closed.
    case dismissal
}
