// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import UserNotifications

/// Posts messages as local notifications, one after the other.
struct WaitingPoster {
    private let receiver: NotificationReceiver
    private let settings: ServiceSettings
    private(set) var report = WaitingReport()
    /// The messages that the system did not take: not to be posted once more at once, and quietly, as left by a run.
    private var refused: Set<ClaimPlace> = []

    init(_ receiver: NotificationReceiver, _ settings: ServiceSettings) {
        self.receiver = receiver
        self.settings = settings
    }

    /// Posts what was parked, in order of arrival, until the task is cancelled or the system takes no more.
    mutating func postParked() async throws(ReceiverError) {
        var parked = try receiver.parkedDelivery()
        while !Task.isCancelled, let received = parked.next(now: settings.now()) {
            let posting = Posting(received, receiver, settings)
            if let error = await posting.post() {
                guard note(error, of: received) else { break }
                continue
            }
            parked.handedOver(now: settings.now())
            if posting.isShown { report.parked += 1 }
        }
        report.failures += parked.report.failures
    }

    /// Posts what stopped runs left, in the place of what they have shown, if it is there.
    mutating func post(_ undelivered: UndeliveredNotifications) async {
        report.failures += undelivered.failures
        guard !undelivered.notifications.isEmpty else { return }
        let listed = await ListedNotification.all()
        for received in undelivered.notifications where !Task.isCancelled && !isRefused(received) {
            let posting = Posting(received, receiver, settings, replacing: listed)
            if let error = await posting.post() {
                guard note(error, of: received) else { break }
                continue
            }
            do throws(ReceiverError) {
                try receiver.complete(received, now: settings.now())
            } catch {
                report.failures.append(error)
            }
            if posting.isShown { report.recovered += 1 }
        }
        await removeDoubles()
    }

    /// Notes that the system did not take a message; says whether it may take others.
    private mutating func note(_ error: any Error, of received: ReceivedNotification) -> Bool {
        if let place = received.message?.place { refused.insert(place) }
        guard (error as? UNError)?.code != .notificationsNotAllowed else {
            report.isRefused = true
            return false
        }
        report.refused += 1
        return true
    }

    private func isRefused(_ received: ReceivedNotification) -> Bool {
        report.isRefused || received.message.map { refused.contains($0.place) } ?? false
    }

    /// A run that was not stopped but on its way may have shown its message meanwhile, under the name that it came with.
    ///
    /// What the system has shown for a message, unopened, goes where the message itself is in sight: never the message.
    private func removeDoubles() async {
        let shown = await ListedNotification.all().compactMap { $0.mark?.message }
        let counts = Dictionary(shown.map { ($0, 1) }, uniquingKeysWith: +)
        await ListedNotification.remove { notification in
            guard let message = notification.message, let count = counts[message] else {
                return false
            }
            guard notification.mark != nil else { return true }
            return count > 1 && notification.identifier == ListedNotification.name(of: message)
        }
    }

    /// Takes the notice away that something waits, unless something does.
    func removeStandIns() async {
        guard !receiver.hasParked else { return }
        await ListedNotification.remove { $0.isStandIn }
    }
}

/// One message that is posted.
private struct Posting {
    private let received: ReceivedNotification
    private let content: MessageContent
    private let identifier: String?
    /// Whether there is anything to see of it.
    let isShown: Bool

    init(
        _ received: ReceivedNotification,
        _ receiver: NotificationReceiver,
        _ settings: ServiceSettings,
        replacing listed: [ListedNotification] = []
    ) {
        self.received = received
        content = MessageContent(of: received, receiver, settings)
        identifier = Self.identifier(of: received, among: listed)
        isShown = received.outcome != .blocked && received.removal?.isSilent != true
    }

    /// Shows the message and does what it asks for; the error is the system's, where it did not take it.
    func post() async -> (any Error)? {
        await received.removal?.perform()
        guard isShown, let identifier else { return nil }
        let shown = await content.dressed() ?? content.plain()
        let request = UNNotificationRequest(
            identifier: identifier,
            content: shown.content,
            trigger: nil
        )
        return await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().add(request) { error in
                continuation.resume(returning: error)
            }
        }
    }

    /// What it is called: as what is shown in its place, as the push service called it, or by its own name.
    private static func identifier(
        of received: ReceivedNotification,
        among listed: [ListedNotification]
    ) -> String? {
        guard let message = received.message else { return nil }
        let mark = MessageMark(message)
        return listed.first { $0.message == mark.message }?.identifier ?? received.identifier
            ?? message.messageID.map { CollapseID($0).text }
            ?? ListedNotification.name(of: mark.message)
    }
}
