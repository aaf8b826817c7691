// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
import Synchronization
import UserNotifications

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedDevice {
    /// Moves the device to a place, which triggers local notifications of regions that it enters or
    /// leaves.
    ///
    /// Before the first move the device is outside every region.
    public func move(to place: CLLocationCoordinate2D) {
        center.move(to: place)
    }

    /// Sets the wall clock forward or, by a negative duration, back, while no time passes.
    ///
    /// Calendar notifications are scheduled anew, and notifications after an interval keep their
    /// times. ``DeviceProfile/showsSkipped`` decides whether skipped notifications are shown at
    /// once.
    public func setWallClock(by jump: Duration) {
        clock.setWallClock(by: jump)
        center.wallClockChanged()
    }
}

extension DeviceCenter {
    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        do throws(UNError) {
            try add(request)
            completion(nil)
        } catch {
            completion(error)
        }
    }

    private func add(_ request: UNNotificationRequest.Values) throws(UNError) {
        guard settings.profile.permission.isAuthorized else {
            throw UNError(.notificationsNotAllowed)
        }
        guard !request.content.isEmpty else { throw UNError(.notificationInvalidNoContent) }
        let date = clock.date
        switch request.trigger?.occasion {
        case nil:
            let request = try taking(request)
            removePendingRequests(.identifiers([request.identifier]))
            show(request, filesOf: .request)
        case .push: throw UNError(.notificationInvalidNoDate)
        case .location: enter(try taking(request), on: nil)
        case .interval, .calendar:
            guard let next = request.trigger?.nextDate(after: date),
                next.timeIntervalSince(date) <= Self.longestWait
            else { throw UNError(.notificationInvalidNoDate) }
            let number = enter(try taking(request), on: next)
            plan(number, on: next, from: date)
        }
    }

    /// The longest that a notification may wait, in seconds: a thousand years, and what is no
    /// number is longer.
    private static let longestWait = 31_556_952_000.0

    /// The request with its files in the store, where they wait with it.
    private func taking(
        _ request: UNNotificationRequest.Values
    ) throws(UNError) -> UNNotificationRequest.Values {
        var taken = request
        taken.content.attachments = []
        for attachment in request.content.attachments {
            switch store.take(attachment, bundle: appFolder) {
            case .stored(let attachment, _): taken.content.attachments.append(attachment)
            case .refused(_, let code):
                for attachment in taken.content.attachments { store.discard(attachment) }
                throw UNError(code)
            case .mismatched:
                for attachment in taken.content.attachments { store.discard(attachment) }
                throw UNError(.attachmentCorrupt)
            }
        }
        return taken
    }

    @discardableResult
    private func enter(_ request: UNNotificationRequest.Values, on date: Date?) -> Int {
        let limit = settings.profile.limits.pending
        let (number, removed) = state.withLock { $0.pending.add(request, on: date, limit: limit) }
        forget(removed)
        return number
    }

    /// Sets the alarm of a local notification that a time brings.
    private func plan(_ number: Int, on next: Date, from date: Date) {
        guard let trigger = state.withLock({ $0.pending[number]?.request.trigger }) else { return }
        let moment = clock.now.advanced(by: trigger.delay(until: next, from: date))
        let alarm = clock.schedule(at: moment) { self.bring(number) }
        let waits = state.withLock { $0.pending.plan(number, on: next, alarm: alarm) }
        if !waits { clock.cancel(alarm) }
    }

    /// Shows a local notification, and plans its next time.
    private func bring(_ number: Int) {
        guard let entry = state.withLock({ $0.pending.take(number) }) else { return }
        // The clock may stand a little before the time that it was set to.
        let date = max(clock.date, entry.date ?? .distantPast)
        let repeats = entry.request.trigger?.repeats == true
        if repeats, let next = entry.request.trigger?.nextDate(after: date) {
            plan(number, on: next, from: date)
        }
        show(entry.request, filesOf: repeats ? .repeatingRequest : .request)
    }

    /// Shows the notifications of the regions that the device enters or leaves by moving.
    func move(to place: CLLocationCoordinate2D) {
        let (old, entries) = state.withLock { state in
            defer { state.place = place }
            return (state.place, state.pending.entries)
        }
        guard settings.profile.mayUseLocation else { return }
        for entry in entries {
            guard case .location(let region) = entry.request.trigger?.occasion,
                let crossing = RegionCrossing(region, from: old, to: place),
                crossing.counts(for: region)
            else { continue }
            bring(entry.number)
        }
    }

    /// Plans calendar notifications anew, after the wall clock was set.
    func wallClockChanged() {
        let date = clock.date
        for entry in state.withLock(\.pending.entries) {
            guard case .calendar = entry.request.trigger?.occasion else { continue }
            if let alarm = entry.alarm { clock.cancel(alarm) }
            if let planned = entry.date, planned <= date, settings.profile.showsSkipped {
                bring(entry.number)
            } else if let next = entry.request.trigger?.nextDate(after: date) {
                plan(entry.number, on: next, from: date)
            } else {
                forget(state.withLock { $0.pending.take(entry.number) }.map { [$0] } ?? [])
            }
        }
    }

    func pendingRequests(completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void) {
        completion(state.withLock { $0.pending.entries.map(\.request) })
    }

    func removePendingRequests(_ selection: NotificationSelection) {
        forget(state.withLock { $0.pending.remove(selection) })
    }

    /// Forgets what doesn't wait any more: its alarm and its files.
    private func forget(_ entries: [PendingRequests.Entry]) {
        for entry in entries {
            if let alarm = entry.alarm { clock.cancel(alarm) }
            for attachment in entry.request.content.attachments { store.discard(attachment) }
        }
    }
}

extension UNNotificationTrigger.Values {
    /// The time until `next`, whose rounding is that of a date.
    fileprivate func delay(until next: Date, from date: Date) -> Duration {
        if case .interval(let seconds) = occasion { return .seconds(seconds) }
        return .microseconds((next.timeIntervalSince(date) * 1_000_000).rounded())
    }
}
