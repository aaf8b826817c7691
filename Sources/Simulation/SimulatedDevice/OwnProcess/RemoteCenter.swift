// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Intents
import Synchronization
import UserNotifications

/// The backing of the notification center in an extension's process: the device, over the channel.
///
/// Answers arrive on a queue of their own, so a completion handler may query the device and wait.
final class RemoteCenter: NotificationCenterBacking, DeviceStateSource, DonationBacking {
    private struct State {
        var count = 0
        var waiting: [Int: @Sendable (CenterAnswer) -> Void] = [:]
    }

    private let channel: FrameChannel
    private let state = Mutex(State())

    init(channel: FrameChannel) {
        self.channel = channel
    }

    /// Takes the answer to a call; on the thread that receives.
    func take(_ answer: CenterAnswer, to call: Int) {
        state.withLock { $0.waiting.removeValue(forKey: call) }?(answer)
    }

    private func ask(
        _ call: CenterCall,
        _ take: @escaping @Sendable (CenterAnswer) -> Void = { _ in }
    ) {
        let number = state.withLock { state in
            state.count += 1
            state.waiting[state.count] = take
            return state.count
        }
        channel.tell(.call(number, call))
    }

    func request(_ call: CenterCall, _ take: @escaping @Sendable (CenterAnswer) -> Void) {
        let listener = Listener(take)
        ask(call) { answer in DispatchQueue.global().async { listener.hear(answer) } }
    }

    /// Who gets an answer, and is let go of where the answer is heard: an extension may go with it,
    /// and ask again as it goes.
    private final class Listener: Sendable {
        private let take: Mutex<(@Sendable (CenterAnswer) -> Void)?>

        init(_ take: @escaping @Sendable (CenterAnswer) -> Void) {
            self.take = Mutex(take)
        }

        func hear(_ answer: CenterAnswer) {
            let take = take.withLock { take in
                defer { take = nil }
                return take
            }
            take?(answer)
        }
    }

    /// Waits for an answer: for what Apple's class gives at once.
    func wait(for call: CenterCall) -> CenterAnswer {
        let answer = Box()
        let semaphore = DispatchSemaphore(value: 0)
        ask(call) { given in
            answer.value.withLock { $0 = given }
            semaphore.signal()
        }
        semaphore.wait()
        return answer.value.withLock(\.self)
    }

    private final class Box: Sendable {
        let value = Mutex(CenterAnswer.done)
    }

    var now: Date {
        if case .date(let date) = wait(for: .now) { date } else { Date() }
    }

    var deviceState: DeviceState {
        if case .deviceState(let state) = wait(for: .deviceState) {
            state
        } else {
            DeviceState(lock: .beforeFirstUnlock, locale: "en_US")
        }
    }

    var supportsContentExtensions: Bool {
        if case .flag(let flag) = wait(for: .supportsContentExtensions) { flag } else { false }
    }

    func localizedFormat(forKey key: String) -> String? {
        if case .text(let text) = wait(for: .localizedFormat(key)) { text } else { nil }
    }

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Bool, UNError?) -> Void
    ) {
        request(.requestAuthorization(options: options.rawValue)) { answer in
            if case .authorization(let isGranted, _) = answer {
                completion(isGranted, answer.error)
            } else {
                completion(false, answer.error)
            }
        }
    }

    func settings(completion: @escaping @Sendable (UNNotificationSettings.Values) -> Void) {
        request(.settings) { answer in
            if case .settings(let settings) = answer {
                completion(settings)
            } else {
                completion(.init())
            }
        }
    }

    func setCategories(_ categories: Set<UNNotificationCategory.Values>) {
        ask(.setCategories(categories))
    }

    func categories(completion: @escaping @Sendable (Set<UNNotificationCategory.Values>) -> Void) {
        request(.categories) { answer in
            if case .categories(let categories) = answer {
                completion(categories)
            } else {
                completion([])
            }
        }
    }

    func add(
        _ request: UNNotificationRequest.Values,
        completion: @escaping @Sendable (UNError?) -> Void
    ) {
        var request = request
        request.content = request.content.transferable
        self.request(.add(request)) { completion($0.error) }
    }

    func pendingRequests(completion: @escaping @Sendable ([UNNotificationRequest.Values]) -> Void) {
        request(.pendingRequests) { answer in
            if case .requests(let requests) = answer {
                completion(requests)
            } else {
                completion([])
            }
        }
    }

    func removePendingRequests(_ selection: NotificationSelection) {
        ask(.removePendingRequests(selection))
    }

    func deliveredNotifications(completion: @escaping @Sendable ([UNNotification.Values]) -> Void) {
        request(.deliveredNotifications) { answer in
            if case .notifications(let list) = answer { completion(list) } else { completion([]) }
        }
    }

    func removeDeliveredNotifications(_ selection: NotificationSelection) {
        ask(.removeDeliveredNotifications(selection))
    }

    func setBadgeCount(_ count: Int, completion: @escaping @Sendable (UNError?) -> Void) {
        request(.setBadgeCount(count)) { completion($0.error) }
    }

    func donate(_ interaction: INInteraction.Values) {
        channel.tell(.donate(interaction))
    }

    func forget(_ donations: DonationSelection) {
        channel.tell(.forget(donations))
    }
}
