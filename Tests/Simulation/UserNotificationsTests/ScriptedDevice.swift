// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import UserNotifications

/// A device that allows everything, writes down each call, and answers at once.
final class ScriptedDevice: NotificationCenterBacking {
    private let log = Mutex<[String]>([])
    private let requests = Mutex<[UNNotificationRequest.Values]>([])
    let now: Date
    private let formats: [String: String]

    init(now: Date = Date(timeIntervalSince1970: 0), formats: [String: String] = [:]) {
        self.now = now
        self.formats = formats
    }

    var calls: [String] { log.withLock(\.self) }

    private func note(_ call: String) { log.withLock { $0.append(call) } }

    var supportsContentExtensions: Bool { true }

    func localizedFormat(forKey key: String) -> String? { formats[key] }

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Bool, UNError?) -> Void
    ) {
        note("ask \(options.rawValue)")
        completion(true, nil)
    }

    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void) {
        var settings = UNNotificationSettings.Values()
        settings.authorizationStatus = .authorized
        completion(settings)
    }

    func setCategories(_ categories: Set<UNNotificationCategory.Values>) {
        note("categories " + categories.map(\.identifier).joined())
    }

    func categories(completion: @escaping @Sendable (Set<UNNotificationCategory.Values>) -> Void) {
        completion([])
    }

    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        note("add \(request.identifier)")
        requests.withLock { $0 = [request] }
        completion(nil)
    }

    func pendingRequests(
        completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void
    ) {
        completion(requests.withLock(\.self))
    }

    func removePendingRequests(_ selection: NotificationSelection) {
        note("remove pending \(selection)")
    }

    func deliveredNotifications(
        completion: @escaping @Sendable ([UNNotification.Values]) -> Void
    ) {
        completion(requests.withLock { $0.map { .init(request: $0, date: now) } })
    }

    func removeDeliveredNotifications(_ selection: NotificationSelection) {
        note("remove delivered \(selection)")
    }

    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void) {
        note("badge \(count)")
        completion(nil)
    }
}
