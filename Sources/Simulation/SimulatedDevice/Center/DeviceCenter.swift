// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Intents
import Synchronization
import UserNotifications

/// The backing of the app's `UNUserNotificationCenter`: the device's list, badge and agenda.
///
/// An app may keep the center longer than the device, so it holds the device's parts and not the
/// device.
final class DeviceCenter: NotificationCenterBacking {
    struct State {
        var list = NotificationList()
        var history = NotificationHistory()
        var pending = PendingRequests()
        /// Where the device is, if that is known.
        var place: CLLocationCoordinate2D?
        var categories: Set<UNNotificationCategory.Values> = []
        var makers: [ContentExtensionMaker] = []
        weak var expansion: Expansion?
        var app: HandedObject<any SimulatedApp>?
        /// Whether the app runs and was told that it was started.
        var isAppLaunched = false
        var wakes = WakeBudget()
        /// How often the app was installed.
        var installation = 1
        /// The calls that the extension has reported.
        var calls: [PropertyList] = []
        weak var front: UNUserNotificationCenter?

        /// The category of a notification, where the app has set it.
        func category(of entry: NotificationList.Entry) -> UNNotificationCategory.Values? {
            let identifier = entry.notification.request.content.categoryIdentifier
            return category(identifier)
        }

        /// The category of an identifier.
        ///
        /// An app may set two of one identifier; the order of a set decides nothing.
        func category(_ identifier: String) -> UNNotificationCategory.Values? {
            let all = categories.filter { $0.identifier == identifier }
            return all.count < 2 ? all.first : all.min { "\($0)" < "\($1)" }
        }
    }

    let clock: DeviceClock
    let settings: Settings
    /// Calls the app on its main thread.
    let caller: AppCaller
    private let settling: Settling
    private let donations: any DonationBacking
    /// The folder of the app where the profile names none.
    private let programFolder: URL
    /// The files of the notifications.
    let store = AttachmentStore()
    let state = Mutex(State())
    let keychain = Mutex(Keychain())

    init(
        clock: DeviceClock,
        settings: Settings,
        settling: Settling,
        donations: any DonationBacking,
        programFolder: URL
    ) {
        self.clock = clock
        self.settings = settings
        self.settling = settling
        self.donations = donations
        self.programFolder = programFolder
        caller = AppCaller(clock: clock, settling: settling, donations: donations)
    }

    /// The folder of the app, whose files stay where they are.
    var appFolder: URL { settings.profile.appFolder ?? programFolder }

    /// Who calls a process of its own, as a content extension's.
    func makeCaller() -> AppCaller {
        AppCaller(clock: clock, settling: settling, donations: donations)
    }

    /// The object that the app knows the center by, and with it the app's delegate.
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

    func deliveredNotifications(completion: @escaping @Sendable ([UNNotification.Values]) -> Void) {
        completion(state.withLock { $0.list.entries.map(\.notification) })
    }

    func removeDeliveredNotifications(_ selection: NotificationSelection) {
        discard(state.withLock { $0.list.remove(selection) })
    }

    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void) {
        guard count >= 0 else { return completion(UNError(.badgeInputInvalid)) }
        let permission = settings.profile.permission
        guard permission.isAuthorized, permission.setsBadge else {
            return completion(UNError(.notificationsNotAllowed))
        }
        _ = setBadge(count)
        completion(nil)
    }

    /// Sets the badge; gives how many notifications a badge of 0 removed.
    func setBadge(_ count: Int) -> Int {
        let removed = state.withLock { $0.list.setBadge(count) }
        discard(removed)
        return removed.count
    }

    /// Puts a notification where the user can reach it; says what became of others.
    func add(_ entry: NotificationList.Entry) -> NotificationList.Change {
        let presented = SimulatedDevice.HistoryEntry(
            time: clock.now.sinceStart,
            isLocal: entry.notification.request.trigger?.occasion != .push,
            notification: entry.shown
        )
        let (change, expansion) = state.withLock { state in
            state.history.add(presented)
            return (state.list.add(entry), state.expansion)
        }
        discard(change.removed)
        expansion?.takeIn(change.entry)
        return change
    }

    /// How often the app was installed.
    var installation: Int { state.withLock(\.installation) }

    /// Deletes what is the app's, and installs it anew.
    func reinstall() {
        settings.changeProfile { profile in
            profile.permission = .notAsked
            profile.appState = .terminated
        }
        launchAppIfRunning()
        removePendingRequests(.all)
        _ = setBadge(0)
        state.withLock { state in
            state.installation += 1
            state.categories = []
        }
    }

    /// Deletes the files of notifications that left the list.
    func discard(_ entries: [NotificationList.Entry]) {
        for entry in entries {
            for attachment in entry.notification.request.content.attachments {
                store.discard(attachment)
            }
        }
    }

    /// The notifications that were presented.
    var history: [SimulatedDevice.HistoryEntry] { state.withLock(\.history.entries) }

    /// The list and the badge as they are.
    var list: NotificationList { state.withLock(\.list) }

    /// The category of a notification, where the app has set it.
    func category(_ identifier: String) -> UNNotificationCategory.Values? {
        state.withLock { $0.category(identifier) }
    }
}
