// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// What the user allows an app in the system's settings.
public struct NotificationPermission: Sendable, Hashable {
    /// All that an app may ask for without an entitlement.
    public static let granted = NotificationPermission(.authorized)
    /// Nothing.
    public static let denied = NotificationPermission(.denied)
    /// The app has not asked yet.
    public static let notAsked = NotificationPermission(.notDetermined)
    /// Quiet notifications, which nobody was asked about: they go to the list alone.
    public static let provisional = NotificationPermission(.provisional)

    /// The user's answer.
    public var status: UNAuthorizationStatus
    /// Whether alerts are shown at all.
    public var showsAlerts = true
    /// Whether sounds are played.
    public var playsSounds = true
    /// Whether the app's icon has a badge.
    public var setsBadge = true
    /// Whether notifications stay in the list.
    public var showsInList = true
    /// Whether notifications are shown on the lock screen.
    public var showsOnLockScreen = true
    /// Whether alerts come as banners on the unlocked screen.
    public var alertStyle = UNAlertStyle.banner
    /// When the text of notifications is shown.
    public var previews = UNShowPreviewsSetting.always
    /// Whether time-sensitive notifications break through a Focus, for which the app needs an entitlement as well.
    public var allowsTimeSensitive = true
    /// Whether the app may alert critically, for which it needs an entitlement as well.
    public var allowsCritical = false

    /// Whether the system's settings lead to the app's own, as it asked for.
    public var offersAppSettings = false

    private init(_ status: UNAuthorizationStatus) {
        self.status = status
    }

    /// Whether anything may be shown.
    var isAuthorized: Bool {
        switch status {
        case .authorized, .provisional, .ephemeral: true
        default: false
        }
    }

    /// Whether alerts may be shown: what an extension is launched for.
    var allowsAlerts: Bool {
        isAuthorized && showsAlerts
            && (alertStyle != .none || showsInList || showsOnLockScreen)
    }
}
