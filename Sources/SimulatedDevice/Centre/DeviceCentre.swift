// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// What stands behind the app's `UNUserNotificationCenter`: the device's list, badge and agenda.
///
/// It outlives whoever asks it, so it holds the device's parts and not the device.
final class DeviceCentre: NotificationCenterBacking {
    struct State {
        var list = NotificationList()
        var log = AppearanceLog()
        var pending = PendingRequests()
        var categories: Set<UNNotificationCategory.Values> = []
        weak var front: UNUserNotificationCenter?

        /// The category of a notification, where the app has set it.
        func category(of entry: NotificationList.Entry) -> UNNotificationCategory.Values? {
            let identifier = entry.notification.request.content.categoryIdentifier
            return categories.first { $0.identifier == identifier }
        }
    }

    let clock: DeviceClock
    let settings: Settings
    let caller: AppCaller
    /// The files of the notifications.
    let store = AttachmentStore()
    let state = Mutex(State())

    init(clock: DeviceClock, settings: Settings, settling: Settling) {
        self.clock = clock
        self.settings = settings
        caller = AppCaller(clock: clock, settling: settling)
    }

    /// The object that the app knows the centre by, and with it the app's delegate.
    var front: UNUserNotificationCenter.Shared? {
        get { state.withLock { $0.front.map { UNUserNotificationCenter.Shared($0) } } }
        set { state.withLock { $0.front = newValue?.center } }
    }

    var now: Date { clock.date }

    var supportsContentExtensions: Bool { true }

    func localizedFormat(forKey key: String) -> String? { settings.profile.language.strings[key] }

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Bool, UNError?) -> Void
    ) {
        let permission = settings.changeProfile { profile in
            profile.permission = profile.permission.asked(
                for: options,
                answer: profile.answer,
                mayAlertCritically: profile.mayAlertCritically
            )
            return profile.permission
        }
        completion(permission.isAuthorized, nil)
    }

    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void) {
        completion(UNNotificationSettings.Values(settings.profile))
    }

    func setCategories(_ categories: Set<UNNotificationCategory.Values>) {
        state.withLock { $0.categories = categories }
    }

    func categories(completion: @escaping @Sendable (Set<UNNotificationCategory.Values>) -> Void) {
        completion(state.withLock(\.categories))
    }

    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        do throws(UNError) {
            try schedule(request)
            completion(nil)
        } catch {
            completion(error)
        }
    }

    private func schedule(_ request: UNNotificationRequest.Values) throws(UNError) {
        guard settings.profile.permission.isAuthorized else {
            throw UNError(.notificationsNotAllowed)
        }
        guard !request.content.isEmpty else { throw UNError(.notificationInvalidNoContent) }
        switch request.trigger?.occasion {
        case nil: show(request)
        case .push: throw UNError(.notificationInvalidNoDate)
        case .location: state.withLock { _ = $0.pending.add(request, alarm: nil) }
        case .interval, .calendar: try plan(request)
        }
    }

    /// Sets the alarm of a local notification that a time brings.
    private func plan(_ request: UNNotificationRequest.Values) throws(UNError) {
        let date = clock.date
        guard let next = request.trigger?.nextDate(after: date) else {
            throw UNError(.notificationInvalidNoDate)
        }
        let moment = clock.now.advanced(by: .seconds(next.timeIntervalSince(date)))
        let alarm = clock.schedule(at: moment) { self.fire(request) }
        cancel(state.withLock { $0.pending.add(request, alarm: alarm) })
    }

    private func fire(_ request: UNNotificationRequest.Values) {
        _ = state.withLock { $0.pending.remove(.identifiers([request.identifier])) }
        if request.trigger?.repeats == true { try? plan(request) }
        show(request)
    }

    /// Shows the notifications that wait for this region.
    func cross(_ isMeant: (UNNotificationRequest.Values) -> Bool) {
        let crossed = state.withLock { $0.pending.entries.map(\.request).filter(isMeant) }
        for request in crossed {
            if request.trigger?.repeats != true {
                _ = state.withLock { $0.pending.remove(.identifiers([request.identifier])) }
            }
            show(request)
        }
    }

    /// Sets the alarms of calendar notifications anew, after the wall clock was set.
    func wallClockChanged() {
        let entries = state.withLock(\.pending.entries)
        for entry in entries {
            if case .calendar = entry.request.trigger?.occasion { try? plan(entry.request) }
        }
    }

    func pendingRequests(completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void) {
        completion(state.withLock { $0.pending.entries.map(\.request) })
    }

    func removePendingRequests(_ selection: NotificationSelection) {
        cancel(state.withLock { $0.pending.remove(selection) })
    }

    func deliveredNotifications(completion: @escaping @Sendable ([UNNotification.Values]) -> Void) {
        completion(state.withLock { $0.list.entries.map(\.notification) })
    }

    func removeDeliveredNotifications(_ selection: NotificationSelection) {
        discard(state.withLock { $0.list.remove(selection) })
    }

    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void) {
        guard count >= 0 else { return completion(UNError(.badgeInputInvalid)) }
        state.withLock { $0.list.setBadge(count) }
        completion(nil)
    }

    /// Puts a notification where the user can reach it; says whether it replaced one.
    func add(_ entry: NotificationList.Entry) -> Bool {
        let appearance = Appearance(
            time: clock.now.sinceStart,
            isLocal: entry.notification.request.trigger?.occasion != .push,
            notification: entry.shown
        )
        let change = state.withLock { state in
            state.log.add(appearance)
            return state.list.add(entry)
        }
        discard(change.removed)
        return change.isReplacing
    }

    /// Forgets the files of notifications that nobody can reach any more.
    func discard(_ entries: [NotificationList.Entry]) {
        for entry in entries {
            for attachment in entry.notification.request.content.attachments {
                store.discard(attachment)
            }
        }
    }

    /// What has come so far.
    var appearances: [Appearance] { state.withLock(\.log.appearances) }

    /// The list and the badge as they are.
    var list: NotificationList { state.withLock(\.list) }

    /// The category of a notification, where the app has set it.
    func category(_ identifier: String) -> UNNotificationCategory.Values? {
        state.withLock { $0.categories.first { $0.identifier == identifier } }
    }

    private func cancel(_ alarms: [Agenda.ID]) {
        for alarm in alarms { clock.cancel(alarm) }
    }
}
