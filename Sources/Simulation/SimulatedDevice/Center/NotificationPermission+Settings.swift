// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import UserNotifications

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
