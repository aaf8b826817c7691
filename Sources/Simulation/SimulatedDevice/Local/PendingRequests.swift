// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import UserNotifications

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Local notifications that are still to come.
struct PendingRequests {
    struct Entry: Sendable {
        /// Tells it from an earlier one of its identifier.
        let number: Int
        let request: UNNotificationRequest.Values
        /// When the calendar brings it, or nil where no time but a place does.
        var date: Date?
        /// What brings it.
        var alarm: Agenda.ID?
    }

    /// In the order in which they were added.
    private(set) var entries: [Entry] = []
    private var count = 0

    /// Adds a request, in the place of one of the same identifier.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - date: When it comes; nil where no time brings it.
    ///   - limit: How many may wait; the one that comes last makes room.
    /// - Returns: Its number, and those that don't wait any more, perhaps itself.
    mutating func add(
        _ request: UNNotificationRequest.Values,
        on date: Date?,
        limit: Int
    ) -> (number: Int, removed: [Entry]) {
        var removed = remove(.identifiers([request.identifier]))
        count += 1
        entries.append(Entry(number: count, request: request, date: date))
        while entries.count > max(0, limit) {
            let times = entries.map { $0.date ?? .distantPast }
            let last = times.indices.max { times[$0] < times[$1] }
            removed.append(entries.remove(at: last ?? 0))
        }
        return (count, removed)
    }

    /// The entry of this number, where it still waits.
    subscript(number: Int) -> Entry? {
        entries.first { $0.number == number }
    }

    /// Notes what brings an entry; false where it doesn't wait any more.
    mutating func plan(_ number: Int, on date: Date?, alarm: Agenda.ID) -> Bool {
        guard let place = entries.firstIndex(where: { $0.number == number }) else { return false }
        entries[place].date = date
        entries[place].alarm = alarm
        return true
    }

    /// Takes an entry to show it: it goes on waiting where it repeats.
    ///
    /// - Returns: The entry; nil where it doesn't wait any more.
    mutating func take(_ number: Int) -> Entry? {
        guard let place = entries.firstIndex(where: { $0.number == number }) else { return nil }
        let entry = entries[place]
        if entry.request.trigger?.repeats != true { entries.remove(at: place) }
        return entry
    }

    /// Takes requests out.
    mutating func remove(_ selection: NotificationSelection) -> [Entry] {
        let removed = entries.filter { selection.includes($0.request.identifier) }
        entries.removeAll { selection.includes($0.request.identifier) }
        return removed
    }
}

/// The edge of a region that a device goes over.
enum RegionCrossing: Hashable {
    case entering
    case leaving

    /// The crossing on the way from one place to another; nil where there is none.
    ///
    /// A device whose place was not known comes from outside.
    init?(
        _ region: CLRegion.Values,
        from old: CLLocationCoordinate2D?,
        to new: CLLocationCoordinate2D
    ) {
        switch (old.map { region.contains($0) } ?? false, region.contains(new)) {
        case (false, true): self = .entering
        case (true, false): self = .leaving
        default: return nil
        }
    }

    /// Whether the region wants to be told.
    func counts(for region: CLRegion.Values) -> Bool {
        switch self {
        case .entering: region.notifyOnEntry
        case .leaving: region.notifyOnExit
        }
    }
}
