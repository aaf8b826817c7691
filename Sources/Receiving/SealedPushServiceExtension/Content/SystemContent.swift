// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import UserNotifications

/// Content as the system takes it and gives it back.
///
/// Nobody changes it any more, so threads may share it: Apple's type doesn't say so, but its copies can't be changed.
struct SystemContent: @unchecked Sendable /* immutable */ {
    /// The content.
    let content: UNNotificationContent

    /// Takes a copy that can't be changed.
    init(_ content: UNNotificationContent) {
        self.content = content.copy() as? UNNotificationContent ?? UNNotificationContent()
    }

    /// Makes what is shown of a value; nothing of the push that it came in is left but what `content` holds.
    init(_ content: NotificationContent) {
        self.init(UNMutableNotificationContent(content))
    }

    /// The same without sound and at the passive level, for what was shown before; the badge stays as it is by now.
    func quiet() -> SystemContent {
        guard let copy = content.mutableCopy() as? UNMutableNotificationContent else { return self }
        copy.sound = nil
        copy.badge = nil
        copy.interruptionLevel = .passive
        return SystemContent(copy)
    }
}
