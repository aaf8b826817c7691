// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// Local notifications that are still to come, each with the alarm that brings it.
struct PendingRequests {
    struct Entry {
        let request: UNNotificationRequest.Values
        /// Nil where no time but a place brings it.
        let alarm: Agenda.ID?
    }

    /// In the order in which they were added.
    private(set) var entries: [Entry] = []

    /// Adds a request, in the place of one of the same identifier.
    ///
    /// - Returns: The alarms that are not wanted any more.
    mutating func add(_ request: UNNotificationRequest.Values, alarm: Agenda.ID?) -> [Agenda.ID] {
        defer { entries.append(Entry(request: request, alarm: alarm)) }
        return remove(.identifiers([request.identifier]))
    }

    /// Takes requests out.
    ///
    /// - Returns: The alarms that are not wanted any more.
    mutating func remove(_ selection: NotificationSelection) -> [Agenda.ID] {
        let removed = entries.filter { selection.includes($0.request.identifier) }
        entries.removeAll { selection.includes($0.request.identifier) }
        return removed.compactMap(\.alarm)
    }
}
