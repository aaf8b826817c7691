// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import UserNotifications

/// What one run asks of the system, none of which it waits for without end.
final class NotificationCentre: Sendable {
    private let patience: Patience
    /// A system that is silent about donations may answer all else.
    private let donationPatience: Patience

    init(_ settings: ServiceSettings) {
        patience = Patience(of: settings.stepTime, settings.clock)
        donationPatience = Patience(of: settings.stepTime, settings.clock)
    }

    /// Tells the system of a message that came, and whether it took that.
    func donate(_ interaction: INInteraction) async -> Bool {
        await donationPatience.answer { answer in
            interaction.donate { error in answer(error == nil) }
        } ?? false
    }

    /// All notifications that are in the list; nil where the system does not answer.
    func list() async -> [ListedNotification]? {
        await patience.answer { answer in
            UNUserNotificationCenter.current()
                .getDeliveredNotifications { answer($0.map(ListedNotification.init)) }
        }
    }

    /// One notification of the list, with what it shows, for whom nothing else counts as long as the
    /// task is not cancelled: the answer may take `time`.
    func find(
        within time: Duration,
        _ choose: @escaping @Sendable ([ListedNotification]) -> ListedNotification?
    ) async -> (notification: ListedNotification, content: SystemContent)? {
        let found: (ListedNotification, SystemContent)?? = await patience.answer(within: time) {
            answer in
            UNUserNotificationCenter.current()
                .getDeliveredNotifications { notifications in
                    guard let one = choose(notifications.map(ListedNotification.init)),
                        let found = notifications.first(where: {
                            $0.request.identifier == one.identifier
                        })
                    else { return answer(nil) }
                    answer((one, SystemContent(found.request.content)))
                }
        }
        return found.flatMap(\.self)
    }

    /// Takes notifications out of the list, and says whether that is done.
    func remove(_ identifiers: [String]) async -> Bool {
        UNUserNotificationCenter.current().removeDeliveredNotifications(
            withIdentifiers: identifiers
        )
        // It is done some time after the call: with the next answer it has been.
        return await list() != nil
    }

    /// Has the system show a message now; nil where it does not answer, and may show it or not.
    func add(_ shown: SystemContent, as name: String) async -> Posting? {
        await patience.answer { answer in
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

    /// Whether the app may notify; nil where the system does not answer.
    func mayNotify() async -> Bool? {
        await patience.answer { answer in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                let status = settings.authorizationStatus
                answer(status != .denied && status != .notDetermined)
            }
        }
    }
}
