// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// What the person allows an app.
open class UNNotificationSettings: ValueObject, ValueClass {
    /// What the person allows an app; at first nothing was asked.
    package struct Values: ObjectValues {
        @ByRawValue package var authorizationStatus = UNAuthorizationStatus.notDetermined
        @ByRawValue package var alertSetting = UNNotificationSetting.notSupported
        @ByRawValue package var alertStyle = UNAlertStyle.none
        @ByRawValue package var announcementSetting = UNNotificationSetting.notSupported
        @ByRawValue package var badgeSetting = UNNotificationSetting.notSupported
        @ByRawValue package var carPlaySetting = UNNotificationSetting.notSupported
        @ByRawValue package var criticalAlertSetting = UNNotificationSetting.notSupported
        @ByRawValue package var directMessagesSetting = UNNotificationSetting.notSupported
        @ByRawValue package var lockScreenSetting = UNNotificationSetting.notSupported
        @ByRawValue package var notificationCenterSetting = UNNotificationSetting.notSupported
        package var providesAppNotificationSettings = false
        @ByRawValue package var scheduledDeliverySetting = UNNotificationSetting.notSupported
        @ByRawValue package var showPreviewsSetting = UNShowPreviewsSetting.always
        @ByRawValue package var soundSetting = UNNotificationSetting.notSupported
        @ByRawValue package var timeSensitiveSetting = UNNotificationSetting.notSupported

        package init() {}
    }

    /// Whether the app may notify.
    open var authorizationStatus: UNAuthorizationStatus { values.authorizationStatus }
    /// Whether alerts are shown.
    open var alertSetting: UNNotificationSetting { values.alertSetting }
    /// How alerts look.
    open var alertStyle: UNAlertStyle { values.alertStyle }
    /// Whether notifications may be read out.
    open var announcementSetting: UNNotificationSetting { values.announcementSetting }
    /// Whether the icon shows a number.
    open var badgeSetting: UNNotificationSetting { values.badgeSetting }
    /// Whether they are shown in cars.
    open var carPlaySetting: UNNotificationSetting { values.carPlaySetting }
    /// Whether critical ones sound on a muted device.
    open var criticalAlertSetting: UNNotificationSetting { values.criticalAlertSetting }
    /// Whether messages between people are treated as such.
    open var directMessagesSetting: UNNotificationSetting { values.directMessagesSetting }
    /// Whether they are shown on the locked device.
    open var lockScreenSetting: UNNotificationSetting { values.lockScreenSetting }
    /// Whether the list of notifications shows them.
    open var notificationCenterSetting: UNNotificationSetting { values.notificationCenterSetting }
    /// Whether the system's settings lead to the app's own.
    open var providesAppNotificationSettings: Bool { values.providesAppNotificationSettings }
    /// Whether they wait for the scheduled summary.
    open var scheduledDeliverySetting: UNNotificationSetting { values.scheduledDeliverySetting }
    /// When they show their text.
    open var showPreviewsSetting: UNShowPreviewsSetting { values.showPreviewsSetting }
    /// Whether sounds are played.
    open var soundSetting: UNNotificationSetting { values.soundSetting }
    /// Whether time-sensitive ones break through a Focus.
    open var timeSensitiveSetting: UNNotificationSetting { values.timeSensitiveSetting }
}
