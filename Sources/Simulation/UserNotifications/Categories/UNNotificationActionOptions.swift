// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The options that come with choosing an action.
public struct UNNotificationActionOptions: OptionSet, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The device must be unlocked first.
    public static var authenticationRequired: UNNotificationActionOptions { Self(rawValue: 1) }
    /// Something is lost by it.
    public static var destructive: UNNotificationActionOptions { Self(rawValue: 2) }
    /// It opens the app.
    public static var foreground: UNNotificationActionOptions { Self(rawValue: 4) }
}
