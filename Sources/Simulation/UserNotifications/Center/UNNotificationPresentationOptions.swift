// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The options of how a notification is presented while its app is in front.
public struct UNNotificationPresentationOptions: OptionSet, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Its number goes on the icon.
    public static var badge: UNNotificationPresentationOptions { Self(rawValue: 1) }
    /// Its sound is played.
    public static var sound: UNNotificationPresentationOptions { Self(rawValue: 2) }
    /// As banner and in the list; the two that stand for it came with iOS 14.
    public static var alert: UNNotificationPresentationOptions { Self(rawValue: 4) }
    /// It is in the list.
    public static var list: UNNotificationPresentationOptions { Self(rawValue: 8) }
    /// It is shown as a banner.
    public static var banner: UNNotificationPresentationOptions { Self(rawValue: 16) }
}
