// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The notifications that stand in the device's list, and the app's badge.
struct NotificationList {
    /// A notification in the list.
    struct Entry {
        let notification: UNNotification.Values
        let shown: ShownNotification
    }

    /// What stands in the list, the latest first.
    private(set) var entries: [Entry] = []
    /// The number on the app's icon; 0 is none.
    private(set) var badge = 0

    /// Puts a notification on top, in the place of one of the same identifier.
    ///
    /// - Returns: Whether one was replaced.
    mutating func add(_ notification: UNNotification.Values, as shown: ShownNotification) -> Bool {
        if let badge = shown.presentation.badge { setBadge(badge) }
        let count = entries.count
        remove(.identifiers([shown.identifier]))
        let isReplaced = entries.count < count
        if shown.presentation.isListed {
            entries.insert(Entry(notification: notification, shown: shown), at: 0)
        }
        return isReplaced
    }

    /// Takes notifications out.
    mutating func remove(_ selection: NotificationSelection) {
        entries.removeAll { selection.includes($0.shown.identifier) }
    }

    /// Sets the badge; 0 takes it away.
    mutating func setBadge(_ number: Int) {
        badge = number
    }
}

extension NotificationSelection {
    /// Whether the notification of this identifier is meant.
    func includes(_ identifier: String) -> Bool {
        switch self {
        case .all: true
        case .identifiers(let identifiers): identifiers.contains(identifier)
        }
    }
}
