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
    package var allowsAlerts: Bool {
        isAuthorized && showsAlerts
            && (alertStyle != .none || showsInList || showsOnLockScreen)
    }
}

extension NotificationPermission {
    /// The user's answer when the app asks for permission to notify.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        /// The user allows everything that the app asks for.
        case allow
        /// The user refuses.
        case refuse
    }

    /// The permission of the app after it has asked.
    ///
    /// The system asks the user once. It grants quiet notifications without asking, and is reported
    /// to ask the user if such an app requests more later.
    func asked(
        for options: UNAuthorizationOptions,
        answer: Answer,
        mayAlertCritically: Bool
    ) -> NotificationPermission {
        let isQuiet = options.contains(.provisional)
        guard status == .notDetermined || status == .provisional && !isQuiet else { return self }
        var permission = NotificationPermission.granted
        permission.offersAppSettings = options.contains(.providesAppNotificationSettings)
        guard !isQuiet else {
            permission.status = .provisional
            return permission
        }
        switch answer {
        case .refuse: return .denied
        case .allow:
            permission.previews = previews
            permission.showsAlerts = options.contains(.alert)
            permission.playsSounds = options.contains(.sound)
            permission.setsBadge = options.contains(.badge)
            permission.allowsCritical = mayAlertCritically && options.contains(.criticalAlert)
            return permission
        }
    }
}

extension UNNotificationSettings.Values {
    /// What an app is told of the permission that it has.
    package init(_ profile: DeviceProfile) {
        self.init()
        let permission = profile.permission
        authorizationStatus = permission.status
        showPreviewsSetting = permission.previews
        guard permission.status != .notDetermined else { return }
        providesAppNotificationSettings = permission.isAuthorized && permission.offersAppSettings
        alertStyle = permission.showsAlerts ? permission.alertStyle : .none
        alertSetting = Self.setting(permission.isAuthorized && permission.showsAlerts)
        soundSetting = Self.setting(permission.isAuthorized && permission.playsSounds)
        badgeSetting = Self.setting(permission.isAuthorized && permission.setsBadge)
        notificationCenterSetting = Self.setting(permission.isAuthorized && permission.showsInList)
        lockScreenSetting = Self.setting(permission.isAuthorized && permission.showsOnLockScreen)
        if profile.maySendTimeSensitive {
            timeSensitiveSetting = Self.setting(
                permission.isAuthorized && permission.allowsTimeSensitive
            )
        }
        if profile.mayAlertCritically {
            criticalAlertSetting = Self.setting(
                permission.isAuthorized && permission.allowsCritical
            )
        }
    }

    private static func setting(_ isEnabled: Bool) -> UNNotificationSetting {
        isEnabled ? .enabled : .disabled
    }
}
