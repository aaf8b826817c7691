// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// A notification centre that takes no notification with a certain body, and keeps what it takes.
final class FussyCentre: NotificationCenterBacking {
    private let refused: String
    private let kept = Mutex<[UNNotificationRequest.Values]>([])

    init(refusing body: String) {
        refused = body
    }

    /// The bodies of what it took, the first one first.
    var taken: [String] { kept.withLock { $0.map(\.content.body) } }

    /// Does what an app on a device with this centre does.
    func asApp<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let center = UNUserNotificationCenter(backing: self)
        return try await UNUserNotificationCenter.$bound.withValue(.init(center), operation: body)
    }

    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        guard request.content.body != refused else {
            return completion(UNError(.notificationInvalidNoContent))
        }
        kept.withLock { $0.append(request) }
        completion(nil)
    }

    func deliveredNotifications(completion: @escaping @Sendable ([UNNotification.Values]) -> Void) {
        completion([])
    }

    var now: Date { .distantPast }
    var supportsContentExtensions: Bool { false }
    func localizedFormat(forKey key: String) -> String? { nil }
    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Bool, UNError?) -> Void
    ) { completion(true, nil) }
    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void) {}
    func setCategories(_ categories: Set<UNNotificationCategory.Values>) {}
    func categories(completion: @escaping @Sendable (Set<UNNotificationCategory.Values>) -> Void) {
        completion([])
    }
    func pendingRequests(completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void) {
        completion([])
    }
    func removePendingRequests(_ selection: NotificationSelection) {}
    func removeDeliveredNotifications(_ selection: NotificationSelection) {}
    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void) {
        completion(nil)
    }
}
