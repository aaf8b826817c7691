// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
