// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
