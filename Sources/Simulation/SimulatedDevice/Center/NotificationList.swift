// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import UserNotifications

/// The notifications that the user can reach, on the screen or in the list, and the app's badge.
struct NotificationList {
    /// A notification that the user can reach.
    struct Entry: Sendable {
        let notification: UNNotification.Values
        let shown: ShownNotification
        /// Tells it from others of its identifier; the list gives it.
        fileprivate(set) var number = 0

        init(notification: UNNotification.Values, shown: ShownNotification) {
            self.notification = notification
            self.shown = shown
        }
    }

    /// What came of a notification that was added.
    struct Change {
        /// The notification as it stands there.
        let entry: Entry
        /// Whether it took the place of an earlier one.
        var isReplacing = false
        /// How many others went because of a badge of 0.
        var cleared = 0
        /// Those that can't be reached any more.
        var removed: [Entry] = []
    }

    /// How many stand in the list; what comes then pushes the oldest out.
    static let limit = 1000

    /// What stands in the list, the latest last.
    private var listed: [Entry] = []
    private var identifiers: Set<String> = []
    /// The latest notification on the screen, until the user responds to it.
    private(set) var banner: Entry?
    /// The number on the app's icon; 0 is none.
    private(set) var badge = 0
    private var count = 0

    /// What stands in the list, the latest first.
    var entries: [Entry] { listed.reversed() }

    /// The notification of this identifier, where it can be reached.
    subscript(identifier: String) -> Entry? {
        listed.first { $0.shown.identifier == identifier }
            ?? banner.flatMap { $0.shown.identifier == identifier ? $0 : nil }
    }

    /// Puts a notification on top, in the place of one of the same identifier.
    mutating func add(_ entry: Entry) -> Change {
        var entry = entry
        count += 1
        entry.number = count
        var change = Change(entry: entry)
        change.removed = remove(.identifiers([entry.shown.identifier]))
        change.isReplacing = !change.removed.isEmpty
        if let badge = entry.shown.presentation.badge {
            let cleared = setBadge(badge)
            change.cleared = cleared.count
            change.removed += cleared
        }
        if entry.shown.presentation.isListed {
            listed.append(entry)
            identifiers.insert(entry.shown.identifier)
        }
        if entry.shown.presentation.isBanner {
            if let banner, !isListed(banner) { change.removed.append(banner) }
            banner = entry
        }
        if !entry.shown.presentation.isReachable { change.removed.append(entry) }
        while listed.count > Self.limit {
            let oldest = listed.removeFirst()
            identifiers.remove(oldest.shown.identifier)
            change.removed.append(oldest)
        }
        return change
    }

    /// Takes notifications out, and off the screen.
    mutating func remove(_ selection: NotificationSelection) -> [Entry] {
        var removed: [Entry] = []
        if let banner, selection.includes(banner.shown.identifier) {
            if !isListed(banner) { removed.append(banner) }
            self.banner = nil
        }
        guard isAnyListed(of: selection) else { return removed }
        removed += listed.filter { selection.includes($0.shown.identifier) }
        listed.removeAll { selection.includes($0.shown.identifier) }
        identifiers = Set(listed.map(\.shown.identifier))
        return removed
    }

    /// Takes out this very notification, and none that has taken its place; says whether it was
    /// there.
    mutating func remove(_ entry: Entry) -> Bool {
        let identifier = entry.shown.identifier
        guard self[identifier]?.number == entry.number else { return false }
        return !remove(.identifiers([identifier])).isEmpty
    }

    /// Sets the badge; 0 takes it away, and with it the app's notifications, as reported of iOS.
    mutating func setBadge(_ number: Int) -> [Entry] {
        badge = number
        return number == 0 ? remove(.all) : []
    }

    private func isListed(_ entry: Entry) -> Bool {
        identifiers.contains(entry.shown.identifier)
    }

    private func isAnyListed(of selection: NotificationSelection) -> Bool {
        switch selection {
        case .all: !listed.isEmpty
        case .identifiers(let wanted): wanted.contains { identifiers.contains($0) }
        }
    }
}

extension ShownNotification.Presentation {
    /// Whether there is anything to tap: what only sounds or counts is over when it comes.
    fileprivate var isReachable: Bool { isListed || isBanner }
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
