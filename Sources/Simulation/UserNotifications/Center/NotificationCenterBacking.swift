// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
