// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import UserNotifications

/// What one run asks of the system, none of which it waits for without end.
final class UserNotificationCenter: Sendable {
    private let replyTimeout: ReplyTimeout
    /// A system that is silent about donations may answer all else.
    private let donationTimeout: ReplyTimeout

    init(_ settings: ServiceSettings) {
        replyTimeout = ReplyTimeout(of: settings.stepTime, settings.clock)
        donationTimeout = ReplyTimeout(of: settings.stepTime, settings.clock)
    }

    /// Tells the system of a message that came, and whether it took that.
    func donate(_ interaction: INInteraction) async -> Bool {
        await donationTimeout.answer { answer in
            interaction.donate { error in answer(error == nil) }
        } ?? false
    }

    /// All notifications that are in the list; nil if the system does not answer.
    func list() async -> [ListedNotification]? {
        await replyTimeout.answer { answer in
            UNUserNotificationCenter.current()
                .getDeliveredNotifications { answer($0.map(ListedNotification.init)) }
        }
    }

    /// What one notification of the list shows, if nothing else counts as long as the task is not
    /// cancelled: the answer may take `time`.
    func find(
        within time: Duration,
        _ choose: @escaping @Sendable ([ListedNotification]) -> ListedNotification?
    ) async -> SystemContent? {
        let found: SystemContent?? = await replyTimeout.answer(within: time) { answer in
            UNUserNotificationCenter.current()
                .getDeliveredNotifications { notifications in
                    let name = choose(notifications.map(ListedNotification.init))?.identifier
                    let chosen = notifications.first { $0.request.identifier == name }
                    answer(chosen.map { SystemContent($0.request.content) })
                }
        }
        return found ?? nil
    }

    /// Takes notifications out of the list, and says whether that is done.
    func remove(_ identifiers: [String]) async -> Bool {
        UNUserNotificationCenter.current().removeDeliveredNotifications(
            withIdentifiers: identifiers
        )
        // It is done some time after the call: with the next answer it has been.
        return await list() != nil
    }

    /// Has the system show a message now; nil if it does not answer, and may show it or not.
    func add(_ shown: SystemContent, as name: String) async -> Posting? {
        await replyTimeout.answer { answer in
            let request = UNNotificationRequest(
                identifier: name,
                content: shown.content,
                trigger: nil
            )
            UNUserNotificationCenter.current().add(request) { error in
                guard let error else { return answer(.taken) }
                let isAllowed = (error as? UNError)?.code != .notificationsNotAllowed
                answer(isAllowed ? .refused : .notAllowed)
            }
        }
    }

    /// Whether the app may notify; nil if the system does not answer.
    func mayNotify() async -> Bool? {
        await replyTimeout.answer { answer in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                let status = settings.authorizationStatus
                answer(status != .denied && status != .notDetermined)
            }
        }
    }
}
