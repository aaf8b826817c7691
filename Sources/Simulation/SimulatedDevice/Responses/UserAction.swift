// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An action of the user on a notification.
public enum UserAction: Sendable, Hashable {
    /// Tapping the notification.
    case `default`
    /// Dismissing the notification.
    case dismiss
    /// Choosing the action of this identifier.
    case action(String)
    /// Choosing the text input action of this identifier, with the text.
    case text(String, String)
}
