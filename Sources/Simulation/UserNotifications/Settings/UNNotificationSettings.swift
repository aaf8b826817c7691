// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The state of an app's leave to notify.
public enum UNAuthorizationStatus: Int, Hashable, Sendable, BitwiseCopyable {
    /// The person was not asked.
    case notDetermined = 0
    /// The person said no.
    case denied = 1
    /// The person said yes.
    case authorized = 2
    /// Quietly, until the person says more.
    case provisional = 3
    /// For some hours, to an app clip.
    case ephemeral = 4
}

/// A setting that the person allows something or not.
public enum UNNotificationSetting: Int, Hashable, Sendable, BitwiseCopyable {
    /// The app has no use for it.
    case notSupported = 0
    /// The person forbids it.
    case disabled = 1
    /// The person allows it.
    case enabled = 2
}

/// The look of alerts.
public enum UNAlertStyle: Int, Hashable, Sendable, BitwiseCopyable {
    /// There are none.
    case none = 0
    /// They go away by themselves.
    case banner = 1
    /// They stay.
    case alert = 2
}

/// The setting of when a notification shows its text.
public enum UNShowPreviewsSetting: Int, Hashable, Sendable, BitwiseCopyable {
    /// Also on the locked device.
    case always = 0
    /// When the device is unlocked.
    case whenAuthenticated = 1
    /// Not at all.
    case never = 2
}

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

/// The leave that an app asks for.
public struct UNAuthorizationOptions: OptionSet, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A number on its icon.
    public static var badge: UNAuthorizationOptions { Self(rawValue: 1) }
    /// Sounds.
    public static var sound: UNAuthorizationOptions { Self(rawValue: 2) }
    /// Alerts.
    public static var alert: UNAuthorizationOptions { Self(rawValue: 4) }
    /// Notifications in cars.
    public static var carPlay: UNAuthorizationOptions { Self(rawValue: 8) }
    /// Sounds on a muted device; that takes an entitlement.
    public static var criticalAlert: UNAuthorizationOptions { Self(rawValue: 16) }
    /// A button in the system's settings that leads to the app's own.
    public static var providesAppNotificationSettings: UNAuthorizationOptions {
        Self(rawValue: 32)
    }
    /// Quiet notifications, without asking.
    public static var provisional: UNAuthorizationOptions { Self(rawValue: 64) }
    /// Being read out; asked for in vain since iOS 15.
    public static var announcement: UNAuthorizationOptions { Self(rawValue: 128) }
    /// Time-sensitive notifications; asked for in vain since iOS 15.
    public static var timeSensitive: UNAuthorizationOptions { Self(rawValue: 256) }
}
