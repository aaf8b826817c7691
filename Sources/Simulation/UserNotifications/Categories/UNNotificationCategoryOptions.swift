// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The options of how the notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app hears when a notification is dismissed.
    public static var customDismissAction: UNNotificationCategoryOptions { Self(rawValue: 1) }
    /// They are shown in cars.
    public static var allowInCarPlay: UNNotificationCategoryOptions { Self(rawValue: 2) }
    /// The title is shown also where previews are hidden.
    public static var hiddenPreviewsShowTitle: UNNotificationCategoryOptions { Self(rawValue: 4) }
    /// The subtitle is shown also where previews are hidden.
    public static var hiddenPreviewsShowSubtitle: UNNotificationCategoryOptions {
        Self(rawValue: 8)
    }
    /// They may be read out; the person alone decides that since iOS 15.
    public static var allowAnnouncement: UNNotificationCategoryOptions { Self(rawValue: 16) }
}
