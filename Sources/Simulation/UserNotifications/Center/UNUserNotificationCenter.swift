// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
import ValueObjects

/// The place at which an app asks for leave to notify, schedules its notifications and tidies them
/// up.
///
/// Handlers are called by the device that stands behind the center, on any thread.
open class UNUserNotificationCenter: NSObject {
    package let backing: any NotificationCenterBacking

    /// The delegate that decides how notifications are presented and hears what is done with them.
    open weak var delegate: (any UNUserNotificationCenterDelegate)?

    /// The center of an app on the device that `backing` is.
    package init(backing: any NotificationCenterBacking) {
        self.backing = backing
    }

    /// The center of the app that this code belongs to.
    ///
    /// That is the one of the device that runs the current task, else the one of the process, else
    /// one without a device, which allows nothing and keeps nothing.
    open class func current() -> UNUserNotificationCenter {
        (bound ?? processWide.withLock(\.self) ?? deviceless).center
    }

    /// True if the device opens content extensions.
    open var supportsContentExtensions: Bool { backing.supportsContentExtensions }

    /// Asks the person for leave to notify; only the first time something is shown.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping (Bool, (any Error)?) -> Void
    ) {
        let handler = Handler(completionHandler)
        backing.requestAuthorization(options) { handler(($0, $1)) }
    }

    /// Asks the person for leave to notify; only the first time something is shown.
    ///
    /// - Throws: ``UNError`` if asking was not possible.
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            backing.requestAuthorization(options) { granted, error in
                continuation.resume(with: error.map(Result.failure) ?? .success(granted))
            }
        }
    }

    /// Tells what the person allows.
    open func getNotificationSettings(
        completionHandler: @escaping (UNNotificationSettings) -> Void
    ) {
        let handler = Handler(completionHandler)
        backing.settings { handler(UNNotificationSettings(values: $0)) }
    }

    /// The settings that the person allows.
    open func notificationSettings() async -> UNNotificationSettings {
        let values = await withCheckedContinuation { continuation in
            backing.settings { continuation.resume(returning: $0) }
        }
        return UNNotificationSettings(values: values)
    }

    /// Takes the place of all categories that were set before.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        backing.setCategories(Set(categories.map(\.values)))
    }

    /// Tells the categories that were set.
    open func getNotificationCategories(
        completionHandler: @escaping (Set<UNNotificationCategory>) -> Void
    ) {
        let handler = Handler(completionHandler)
        backing.categories { handler(Set($0.map(UNNotificationCategory.init(values:)))) }
    }

    /// The categories that were set.
    open func notificationCategories() async -> Set<UNNotificationCategory> {
        let values = await withCheckedContinuation { continuation in
            backing.categories { continuation.resume(returning: $0) }
        }
        return Set(values.map(UNNotificationCategory.init(values:)))
    }

    /// Sets the number on the app's icon; 0 takes it away.
    open func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
    ) {
        let handler = Handler { completionHandler?($0) }
        backing.setBadgeCount(newBadgeCount) { handler($0) }
    }

    /// Sets the number on the app's icon; 0 takes it away.
    ///
    /// - Throws: ``UNError``.
    open func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await withCheckedThrowingContinuation { continuation in
            backing.setBadgeCount(newBadgeCount) { continuation.resume(with: $0.asResult) }
        }
    }

    /// Schedules a notification, in place of a pending one of the same identifier.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
    ) {
        let handler = Handler { completionHandler?($0) }
        backing.add(request.values) { handler($0) }
    }

    /// Schedules a notification, in place of a pending one of the same identifier.
    ///
    /// - Throws: ``UNError`` if the app may not notify, the request says nothing, or never comes.
    open func add(_ request: UNNotificationRequest) async throws {
        let values = request.values
        try await withCheckedThrowingContinuation { continuation in
            backing.add(values) { continuation.resume(with: $0.asResult) }
        }
    }

    /// Tells the notifications that are still to come.
    open func getPendingNotificationRequests(
        completionHandler: @escaping ([UNNotificationRequest]) -> Void
    ) {
        let handler = Handler(completionHandler)
        backing.pendingRequests { handler($0.map(UNNotificationRequest.init(values:))) }
    }

    /// The notifications that are still to come.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        let values = await withCheckedContinuation { continuation in
            backing.pendingRequests { continuation.resume(returning: $0) }
        }
        return values.map(UNNotificationRequest.init(values:))
    }

    /// Takes back the pending notifications of these identifiers.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        backing.removePendingRequests(.identifiers(identifiers))
    }

    /// Takes back all pending notifications.
    open func removeAllPendingNotificationRequests() {
        backing.removePendingRequests(.all)
    }

    /// Tells the notifications in the list.
    open func getDeliveredNotifications(completionHandler: @escaping ([UNNotification]) -> Void) {
        let handler = Handler(completionHandler)
        backing.deliveredNotifications { handler($0.map(UNNotification.init(values:))) }
    }

    /// The notifications in the list.
    open func deliveredNotifications() async -> [UNNotification] {
        let values = await withCheckedContinuation { continuation in
            backing.deliveredNotifications { continuation.resume(returning: $0) }
        }
        return values.map(UNNotification.init(values:))
    }

    /// Takes the notifications of these identifiers out of the list.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        backing.removeDeliveredNotifications(.identifiers(identifiers))
    }

    /// Takes all notifications out of the list.
    open func removeAllDeliveredNotifications() {
        backing.removeDeliveredNotifications(.all)
    }
}

extension UNError? {
    var asResult: Result<Void, any Error> { map(Result.failure) ?? .success(()) }
}
