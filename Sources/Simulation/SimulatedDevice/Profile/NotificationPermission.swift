// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// The permissions of an app in the system's settings.
public struct NotificationPermission: Sendable, Hashable {
    /// Everything that an app may ask for without an entitlement.
    public static let granted = NotificationPermission(.authorized)
    /// Nothing.
    public static let denied = NotificationPermission(.denied)
    /// The app has not asked yet.
    public static let notAsked = NotificationPermission(.notDetermined)
    /// Quiet notifications, which go to the list alone; the user was not asked.
    public static let provisional = NotificationPermission(.provisional)

    /// The user's answer.
    public var status: UNAuthorizationStatus
    /// True if alerts are shown.
    public var showsAlerts = true
    /// True if sounds are played.
    public var playsSounds = true
    /// True if the app's icon has a badge.
    public var setsBadge = true
    /// True if notifications stay in the list.
    public var showsInList = true
    /// True if notifications are shown on the lock screen.
    public var showsOnLockScreen = true
    /// The style of alerts on the unlocked screen.
    public var alertStyle = UNAlertStyle.banner
    /// The rule for showing the text of notifications.
    public var previews = UNShowPreviewsSetting.always
    /// True if time-sensitive notifications break through a Focus; the app also needs an
    /// entitlement.
    public var allowsTimeSensitive = true
    /// True if critical alerts are allowed; the app also needs an entitlement.
    public var allowsCritical = false

    /// True if the system's settings have a button to the app's own settings, as the app asked.
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

    /// Whether alerts may be shown; otherwise no extension is launched.
    var allowsAlerts: Bool {
        isAuthorized && showsAlerts
            && (alertStyle != .none || showsInList || showsOnLockScreen)
    }
}
