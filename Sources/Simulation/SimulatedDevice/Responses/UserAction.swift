// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the user does with a notification.
public enum UserAction: Sendable, Hashable {
    /// Taps it.
    case `default`
    /// Clears it away.
    case dismiss
    /// Chooses the action of this identifier.
    case action(String)
    /// Chooses the action of this identifier, which asks for text, and writes some.
    case text(String, String)
}

/// Where the user does it.
///
/// A category's first two actions stand in a banner, its first ten where the notification was
/// expanded.
public enum NotificationView: String, Sendable, Hashable, CaseIterable {
    /// As it came: there is space for two actions.
    case banner
    /// Opened by a long press or a pull: there is space for ten.
    case expanded

    /// How many actions there is space for.
    public var actionLimit: Int {
        switch self {
        case .banner: 2
        case .expanded: 10
        }
    }
}
