// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension SimulatedDevice {
    /// The notifications of one thread, which the list shows together.
    public struct NotificationGroup: Sendable, Hashable {
        /// The thread; empty for the group of all notifications without a thread.
        public let thread: String
        /// The notifications, latest first.
        public let notifications: [ShownNotification]
    }
}

extension NotificationList {
    /// The list by threads, the thread of the latest notification first.
    var groups: [SimulatedDevice.NotificationGroup] {
        let shown = entries.map(\.shown)
        var threads: [String] = []
        for thread in shown.map(\.content.threadIdentifier) where !threads.contains(thread) {
            threads.append(thread)
        }
        let members = Dictionary(grouping: shown, by: \.content.threadIdentifier)
        return threads.map { .init(thread: $0, notifications: members[$0] ?? []) }
    }
}
