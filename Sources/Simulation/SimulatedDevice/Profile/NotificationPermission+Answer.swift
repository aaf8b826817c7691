// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension NotificationPermission {
    /// The user's answer when the app asks for permission to notify.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        /// The user allows everything that the app asks for.
        case allow
        /// The user refuses.
        case refuse
    }

    /// The permission of the app after it has asked.
    ///
    /// The system asks the user once. It grants quiet notifications without asking, and is reported
    /// to ask the user if such an app requests more later.
    func asked(
        for options: UNAuthorizationOptions,
        answer: Answer,
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
