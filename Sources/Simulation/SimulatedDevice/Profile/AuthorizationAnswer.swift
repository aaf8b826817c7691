// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// What the user says when the app asks whether it may notify.
public enum AuthorizationAnswer: String, Sendable, Hashable, CaseIterable {
    /// Yes, to all that it asks for.
    case allow
    /// No.
    case refuse
}

extension NotificationPermission {
    /// What the app may do after it has asked.
    ///
    /// The user is asked once. Leave for quiet notifications is given without asking; who has it and
    /// asks for more is reported to have the user asked then.
    func asked(
        for options: UNAuthorizationOptions,
        answer: AuthorizationAnswer,
        mayAlertCritically: Bool
    ) -> NotificationPermission {
        let isQuiet = options.contains(.provisional)
        guard status == .notDetermined || status == .provisional && !isQuiet else { return self }
        var permission = NotificationPermission.granted
        permission.offersAppSettings = options.contains(.providesAppNotificationSettings)
        guard !isQuiet else {
            permission.status = .provisional
            return permission
        }
        switch answer {
        case .refuse: return .denied
        case .allow:
            permission.previews = previews
            permission.showsAlerts = options.contains(.alert)
            permission.playsSounds = options.contains(.sound)
            permission.setsBadge = options.contains(.badge)
            permission.allowsCritical = mayAlertCritically && options.contains(.criticalAlert)
            return permission
        }
    }
}
