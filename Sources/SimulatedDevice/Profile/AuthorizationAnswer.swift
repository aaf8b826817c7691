// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// What the user says when the app asks whether it may notify.
public enum AuthorizationAnswer: String, Sendable, Hashable, CaseIterable {
    /// Yes, to all that it asks for.
    case allow
    /// No.
    case refuse

    /// What the app may do from then on.
    func permission(for options: UNAuthorizationOptions) -> NotificationPermission {
        switch self {
        case .refuse: return .denied
        case .allow:
            var permission = NotificationPermission.granted
            permission.showsAlerts = options.contains(.alert)
            permission.playsSounds = options.contains(.sound)
            permission.setsBadge = options.contains(.badge)
            return permission
        }
    }
}
