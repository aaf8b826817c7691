// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import SealedPushServiceExtension
import SimulatedDevice
import Synchronization
import UserNotifications

/// A device's notification center that does not answer questions of some kinds, and does nothing of
/// what they ask.
final class SilentCenter: NotificationCenterBacking {
    /// What is asked.
    enum Question: CaseIterable, Sendable {
        case list
        case addition
        case settings
    }

    private let device: any NotificationCenterBacking
    private let silence: Set<Question>
    private let asked = Mutex(0)
    private let held = Mutex(false)
    private let steps = Mutex(0)
    private let late = Mutex<[@Sendable () -> Void]>([])

    init(_ scene: Scene, silentOn questions: Set<Question>) async {
        device = await scene.device.asApp { UNUserNotificationCenter.current().backing }
        silence = questions
    }

    /// Does what an app on the device does with this center.
    func asApp<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let center = UNUserNotificationCenter(backing: self)
        return try await UNUserNotificationCenter.$bound.withValue(.init(center), operation: body)
    }

    /// How many questions were not answered.
    var unanswered: Int { asked.withLock(\.self) }

    /// Whether the time of a step goes on, although a question is not answered.
    var isHeld: Bool {
        get { held.withLock(\.self) }
        set { held.withLock { $0 = newValue } }
    }

    /// How often the time of a step was over.
    var stepsOver: Int { steps.withLock(\.self) }

    fileprivate func stepIsOver() { steps.withLock { $0 += 1 } }

    /// Answers what was asked for the list in vain.
    func answerLate() {
        let answers = late.withLock { late in
            defer { late = [] }
            return late
        }
        for answer in answers { answer() }
    }

    private func answers(_ question: Question) -> Bool {
        guard silence.contains(question) else { return true }
        asked.withLock { $0 += 1 }
        return false
    }

    func deliveredNotifications(completion: @escaping @Sendable ([UNNotification.Values]) -> Void) {
        guard answers(.list) else {
            return late.withLock { [device] late in
                late.append { device.deliveredNotifications(completion: completion) }
            }
        }
        device.deliveredNotifications(completion: completion)
    }

    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        if answers(.addition) { device.add(request, completion: completion) }
    }

    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void) {
        if answers(.settings) { device.settings(completion: completion) }
    }

    func removeDeliveredNotifications(_ selection: NotificationSelection) {
        device.removeDeliveredNotifications(selection)
    }

    var now: Date { device.now }
    var supportsContentExtensions: Bool { device.supportsContentExtensions }
    func localizedFormat(forKey key: String) -> String? { device.localizedFormat(forKey: key) }
    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Bool, UNError?) -> Void
    ) { device.requestAuthorization(options, completion: completion) }
    func setCategories(_ categories: Set<UNNotificationCategory.Values>) {
        device.setCategories(categories)
    }
    func categories(completion: @escaping @Sendable (Set<UNNotificationCategory.Values>) -> Void) {
        device.categories(completion: completion)
    }
    func pendingRequests(completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void) {
        device.pendingRequests(completion: completion)
    }
    func removePendingRequests(_ selection: NotificationSelection) {
        device.removePendingRequests(selection)
    }
    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void) {
        device.setBadgeCount(count, completion: completion)
    }
}

/// A clock by which the time of a step is over as soon as a center was asked in vain, and no longer
/// time ever is.
struct ImpatientClock: Clock {
    /// A time that is never over; a step, which is a fifth of it, is.
    static let deadline = Duration.seconds(360_000)

    let center: SilentCenter

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let isStep = now.duration(to: deadline) < Self.deadline / 2
        while !isStep || center.unanswered == 0 || center.isHeld {
            try await Task.sleep(for: .milliseconds(1))
        }
        center.stepIsOver()
    }
}

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
