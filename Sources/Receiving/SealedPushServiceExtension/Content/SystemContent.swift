// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
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

    /// What is shown of a push.
    init(_ received: ReceivedNotification) { self.init(UNMutableNotificationContent(received)) }

    /// The same without sound and at the passive level, for what was shown before; the badge stays as it is by now.
    func quiet() -> SystemContent {
        guard let copy = content.mutableCopy() as? UNMutableNotificationContent else { return self }
        copy.sound = nil
        copy.badge = nil
        copy.interruptionLevel = .passive
        return SystemContent(copy)
    }
}
