// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Synchronization

/// Which notifications are meant.
package enum NotificationSelection: Hashable, Codable, Sendable {
    /// Every one of the app.
    case all
    /// Those of these identifiers.
    case identifiers([String])
}

/// Who stands behind a ``UNUserNotificationCenter``: a device.
///
/// The center keeps nothing but its delegate; every call of the app is one call here, with values
/// in place of objects. A call comes on the thread of the app and returns at once. A completion is
/// called exactly once, then or later, on any thread.
package protocol NotificationCenterBacking: AnyObject, Sendable {
    /// What the device's clock shows; calendar and interval triggers count from it.
    var now: Date { get }

    /// Whether the device opens content extensions.
    var supportsContentExtensions: Bool { get }

    /// The text, perhaps a format, that the app's string table has in the device's language.
    func localizedFormat(forKey key: String) -> String?

    /// Asks the person; the error is set only if asking was not possible.
    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Bool, UNError?) -> Void
    )

    /// Tells what the person allows.
    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void)

    /// Takes the place of all categories that were set before.
    func setCategories(_ categories: Set<UNNotificationCategory.Values>)

    /// Tells the categories that were set.
    func categories(completion: @escaping @Sendable (Set<UNNotificationCategory.Values>) -> Void)

    /// Schedules a local notification, in place of a pending one of the same identifier.
    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    )

    /// Tells the local notifications that are still to come.
    func pendingRequests(completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void)

    /// Takes back local notifications that are still to come.
    func removePendingRequests(_ selection: NotificationSelection)

    /// Tells the notifications in the list.
    func deliveredNotifications(completion: @escaping @Sendable ([UNNotification.Values]) -> Void)

    /// Takes notifications out of the list.
    func removeDeliveredNotifications(_ selection: NotificationSelection)

    /// Sets the number on the icon; 0 takes it away.
    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void)
}

/// A completion handler of an app, on its way to the backing that calls it.
///
/// Apps hand over closures that aren't `Sendable`; a backing calls each exactly once, so nothing
/// in it is touched by two threads.
struct Handler<Answer>: @unchecked Sendable {
    private let body: (Answer) -> Void

    init(_ body: @escaping (Answer) -> Void) {
        self.body = body
    }

    func callAsFunction(_ answer: Answer) {
        body(answer)
    }
}

/// What stands behind the center of a process that is on no device: nothing is allowed, nothing
/// is kept.
final class NoDevice: NotificationCenterBacking {
    var now: Date { Date() }

    var supportsContentExtensions: Bool { false }

    func localizedFormat(forKey key: String) -> String? { nil }

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Bool, UNError?) -> Void
    ) {
        completion(false, UNError(.notificationsNotAllowed))
    }

    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void) {
        completion(UNNotificationSettings.Values())
    }

    func setCategories(_ categories: Set<UNNotificationCategory.Values>) {}

    func categories(completion: @escaping @Sendable (Set<UNNotificationCategory.Values>) -> Void) {
        completion([])
    }

    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        completion(UNError(.notificationsNotAllowed))
    }

    func pendingRequests(
        completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void
    ) {
        completion([])
    }

    func removePendingRequests(_ selection: NotificationSelection) {}

    func deliveredNotifications(
        completion: @escaping @Sendable ([UNNotification.Values]) -> Void
    ) {
        completion([])
    }

    func removeDeliveredNotifications(_ selection: NotificationSelection) {}

    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void) {
        completion(UNError(.notificationsNotAllowed))
    }
}

extension UNUserNotificationCenter {
    /// A center that tasks may share.
    ///
    /// Its backing is `Sendable`; its delegate, the one thing in it that changes, is set before
    /// notifications come, as on iOS.
    package struct Shared: @unchecked Sendable {
        package let center: UNUserNotificationCenter

        package init(_ center: UNUserNotificationCenter) {
            self.center = center
        }
    }

    /// The center of the device that runs the current task.
    @TaskLocal package static var bound: Shared?

    /// The center of a process that as a whole runs on a device; its host sets it once.
    ///
    /// Threads and queues that an app starts itself belong to no task, so they see this one.
    package static let processWide = Mutex<Shared?>(nil)

    static let deviceless = Shared(UNUserNotificationCenter(backing: NoDevice()))
}
