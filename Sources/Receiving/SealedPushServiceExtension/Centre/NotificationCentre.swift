// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// What one run asks of the system's notification centre, none of which it waits for without end.
///
final class NotificationCentre: Sendable {
    private let patience: Patience

    init(_ settings: ServiceSettings) {
        patience = Patience(settings)
    }

    /// All notifications that are in the list; nil where the system does not answer.
    func list() async -> [ListedNotification]? {
        await answer { Self.askForList($0) { $0.map(ListedNotification.init) } }
    }

    /// One notification of the list, with what it shows, for whom nothing else counts as long as the
    /// task is not cancelled: the answer may take `time`.
    func find(
        within time: Duration,
        _ choose: @escaping @Sendable ([ListedNotification]) -> ListedNotification?
    ) async -> (notification: ListedNotification, content: SystemContent)? {
        let found: (ListedNotification, SystemContent)?? = await patience.answer(within: time) {
            answer in
            Self.askForList(answer) { notifications in
                guard let one = choose(notifications.map(ListedNotification.init)) else {
                    return nil
                }
                return notifications.first { $0.request.identifier == one.identifier }
                    .map { (one, SystemContent($0.request.content)) }
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
        await answer { answer in
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
        await answer { answer in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                let status = settings.authorizationStatus
                answer(status != .denied && status != .notDetermined)
            }
        }
    }

    private static func askForList<Answer: Sendable>(
        _ answer: @escaping @Sendable (Answer) -> Void,
        _ choose: @escaping @Sendable ([UNNotification]) -> Answer
    ) {
        UNUserNotificationCenter.current().getDeliveredNotifications { answer(choose($0)) }
    }

    private func answer<Answer: Sendable>(
        _ ask: @escaping @Sendable (_ handler: @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer? {
        await patience.answer(ask)
    }
}
