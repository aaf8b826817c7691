// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import Synchronization
import UserNotifications

/// A notification center that takes no notifications of a kind, and keeps what it takes.
final class FussyCenter: NotificationCenterBacking {
    private let refuses: @Sendable (UNNotificationRequest.Values) -> Bool
    private let kept = Mutex<[UNNotificationRequest.Values]>([])

    init(refusing refuses: @escaping @Sendable (UNNotificationRequest.Values) -> Bool) {
        self.refuses = refuses
    }

    /// The bodies of what it took, the first one first.
    var taken: [String] { kept.withLock { $0.map(\.content.body) } }

    /// Does what an app on a device with this center does.
    func asApp<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let center = UNUserNotificationCenter(backing: self)
        return try await UNUserNotificationCenter.$bound.withValue(.init(center), operation: body)
    }

    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        guard !refuses(request) else {
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
    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void) {
        completion(UNNotificationSettings.Values(DeviceProfile(app: "com.example.app")))
    }
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
