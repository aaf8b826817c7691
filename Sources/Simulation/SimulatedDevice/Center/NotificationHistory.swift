// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
    /// A notification that the device presented, with its time.
    public struct HistoryEntry: Sendable, Hashable {
        /// The time since the device was started.
        public let time: Duration
        /// True if it is a local notification of the app, and not from a push.
        public let isLocal: Bool
        /// The notification as the user sees it.
        public let notification: ShownNotification
    }
}

/// The latest notifications, in order of time.
struct NotificationHistory {
    /// The number of entries that are kept.
    static let limit = 1000

    private(set) var entries: [SimulatedDevice.HistoryEntry] = []

    mutating func add(_ entry: SimulatedDevice.HistoryEntry) {
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
    }
}
