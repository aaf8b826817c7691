// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The settings that the person allows an app.
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

    /// The setting of whether the app may notify.
    open var authorizationStatus: UNAuthorizationStatus { values.authorizationStatus }
    /// The setting of whether alerts are shown.
    open var alertSetting: UNNotificationSetting { values.alertSetting }
    /// The look of alerts.
    open var alertStyle: UNAlertStyle { values.alertStyle }
    /// The setting of whether notifications may be read out.
    open var announcementSetting: UNNotificationSetting { values.announcementSetting }
    /// The setting of whether the icon shows a number.
    open var badgeSetting: UNNotificationSetting { values.badgeSetting }
    /// The setting of whether they are shown in cars.
    open var carPlaySetting: UNNotificationSetting { values.carPlaySetting }
    /// The setting of whether critical ones sound on a muted device.
    open var criticalAlertSetting: UNNotificationSetting { values.criticalAlertSetting }
    /// The setting of whether messages between people are treated as such.
    open var directMessagesSetting: UNNotificationSetting { values.directMessagesSetting }
    /// The setting of whether they are shown on the locked device.
    open var lockScreenSetting: UNNotificationSetting { values.lockScreenSetting }
    /// True if the list of notifications shows them.
    open var notificationCenterSetting: UNNotificationSetting { values.notificationCenterSetting }
    /// True if the system's settings lead to the app's own.
    open var providesAppNotificationSettings: Bool { values.providesAppNotificationSettings }
    /// The setting of whether they wait for the scheduled summary.
    open var scheduledDeliverySetting: UNNotificationSetting { values.scheduledDeliverySetting }
    /// The setting of when they show their text.
    open var showPreviewsSetting: UNShowPreviewsSetting { values.showPreviewsSetting }
    /// The setting of whether sounds are played.
    open var soundSetting: UNNotificationSetting { values.soundSetting }
    /// The setting of whether time-sensitive ones break through a Focus.
    open var timeSensitiveSetting: UNNotificationSetting { values.timeSensitiveSetting }
}
