// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Notifications of one thread, as the list shows them together.
public struct NotificationGroup: Sendable, Hashable {
    /// The thread; empty for those that name none, which stand together as the app's.
    public let thread: String
    /// The notifications, the latest first.
    public let notifications: [ShownNotification]
}

extension NotificationList {
    /// The list by threads, the thread of the latest notification first.
    var groups: [NotificationGroup] {
        let shown = entries.map(\.shown)
        var threads: [String] = []
        for thread in shown.map(\.content.threadIdentifier) where !threads.contains(thread) {
            threads.append(thread)
        }
        let members = Dictionary(grouping: shown, by: \.content.threadIdentifier)
        return threads.map { NotificationGroup(thread: $0, notifications: members[$0] ?? []) }
    }
}
