// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import UserNotifications

/// Posts messages as local notifications, one after the other.
struct WaitingPoster {
    private let receiver: NotificationReceiver
    private let settings: ServiceSettings
    private let donations: Donations
    private let fetchesFiles: Bool
    /// How long the files of all messages together may still take.
    private let fileTime: @Sendable () -> Duration
    private(set) var report = WaitingReport()
    /// The messages that the system did not take: not to be posted once more at once, and quietly, as left by a run.
    private var refused: Set<ClaimPlace> = []

    /// A poster that fetches files only if it is told to: beside a push there is no time for those of others.
    init(
        _ receiver: NotificationReceiver,
        _ settings: ServiceSettings,
        _ donations: Donations,
        fetchesFiles: Bool
    ) {
        self.receiver = receiver
        self.settings = settings
        self.donations = donations
        self.fetchesFiles = fetchesFiles
        fileTime = Self.countdown(fetchesFiles ? settings.deadline : .zero, settings.clock)
    }

    /// Posts what was parked, in order of arrival, until the task is cancelled or the system takes no more.
    ///
    /// Where the app may not notify nothing is opened: a message that was claimed could alert no more when it may.
    mutating func postParked() async throws(ReceiverError) {
        var parked = try receiver.parkedDelivery()
        guard receiver.hasParked else {
            report.failures += parked.report.failures
            return
        }
        guard await Self.mayNotify() else {
            report.isRefused = true
            return
        }
        var shown = ShownMessages(await ListedNotification.all())
        while !Task.isCancelled, !report.isRefused,
            let received = parked.next(now: settings.now())
        {
            guard let isPosted = await post(received, among: &shown) else { continue }
            parked.handedOver(now: settings.now())
            if isPosted { report.parked += 1 }
        }
        report.failures += parked.report.failures
    }

    /// Posts what stopped runs left, in the place of what they have shown, if it is there.
    mutating func post(_ undelivered: UndeliveredNotifications) async {
        report.failures += undelivered.failures
        guard !undelivered.notifications.isEmpty else { return }
        var shown = ShownMessages(await ListedNotification.all())
        for received in undelivered.notifications where !Task.isCancelled && !isRefused(received) {
            guard let isPosted = await post(received, among: &shown) else { continue }
            do throws(ReceiverError) {
                try receiver.complete(received, now: settings.now())
            } catch {
                report.failures.append(error)
            }
            if isPosted { report.recovered += 1 }
        }
    }

    /// Tidies the list up: what the system has shown for a message, unopened, goes where the message itself is in sight;
    /// so does the second notification of one, and a message in whose place a later one stands.
    ///
    /// A run that was not stopped but on its way may have shown its message meanwhile, under the name that it came with.
    func removeDoubles() async {
        await ListedNotification.remove { listed in
            let places = ShownMessages(listed)
            let kept = Dictionary(
                listed.compactMap { one in one.mark.map { ($0.message, one) } },
                uniquingKeysWith: { $0.isStandInOfMessage ? $1 : $0 }
            )
            return listed.filter { one in
                guard let message = one.message, let other = kept[message] else { return false }
                guard let mark = one.mark, one.identifier == other.identifier else { return true }
                return places.hasLater(than: mark, under: one.identifier)
            }
        }
    }

    /// Takes the notice away that something waits, unless something does.
    func removeStandIns() async {
        guard !receiver.hasParked else { return }
        await ListedNotification.remove { $0.isStandIn }
    }
}

// MARK: - One message

extension WaitingPoster {
    /// Shows a message and does what it asks for; nil where the system did not take it.
    ///
    /// - Returns: Whether there is anything to see of it.
    private mutating func post(
        _ received: ReceivedNotification,
        among shown: inout ShownMessages
    ) async -> Bool? {
        guard received.outcome != .recovered || receiver.isLeft(received) else { return false }
        await received.performRemoval()
        guard received.outcome != .blocked, received.removal?.isSilent != true,
            let message = received.message, let mark = MessageMark(received)
        else { return false }
        let content = await WaitingContent(
            of: received,
            receiver,
            settings,
            donations,
            fetchingFor: min(fileTime(), settings.stepTime)
        )
        if fetchesFiles, !received.attachments.isEmpty {
            // That took a while, in which others may have shown what they have.
            shown = ShownMessages(await ListedNotification.all(), with: shown.posted)
        }
        guard received.outcome != .recovered || receiver.isLeft(received) else {
            _ = content.discardFiles()
            return false
        }
        let name = shown.name(of: received, mark)
        guard !shown.hasLater(than: mark, under: name) else {
            _ = content.discardFiles()
            report.superseded += 1
            return false
        }
        report.attachments += content.missing
        if let error = await add(content, as: name) {
            note(error, of: message)
            return nil
        }
        shown.post(mark, under: name)
        return true
    }

    /// Has the system show a message, if not at its best then plain; the error is the system's, where it took neither.
    private mutating func add(_ content: WaitingContent, as name: String) async -> (any Error)? {
        guard let error = await Self.add(content.best, as: name) else { return nil }
        report.attachments += content.discardFiles()
        return Self.mayNotify(after: error) ? await Self.add(content.plain, as: name) : error
    }

    private static func add(_ shown: SystemContent, as name: String) async -> (any Error)? {
        let request = UNNotificationRequest(identifier: name, content: shown.content, trigger: nil)
        return await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().add(request) { error in
                continuation.resume(returning: error)
            }
        }
    }

    private static func mayNotify() async -> Bool {
        let status = await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                continuation.resume(returning: settings.authorizationStatus)
            }
        }
        return status != .denied && status != .notDetermined
    }

    private static func mayNotify(after error: any Error) -> Bool {
        (error as? UNError)?.code != .notificationsNotAllowed
    }

    private static func countdown(
        _ time: Duration,
        _ clock: some Clock<Duration>
    ) -> @Sendable () -> Duration {
        let end = clock.now.advanced(by: time)
        return { clock.now.duration(to: end) }
    }

    /// Notes that the system did not take a message.
    private mutating func note(_ error: any Error, of message: OpenedMessage) {
        refused.insert(message.place)
        guard Self.mayNotify(after: error) else {
            report.isRefused = true
            return
        }
        report.refused += 1
    }

    private func isRefused(_ received: ReceivedNotification) -> Bool {
        report.isRefused || received.message.map { refused.contains($0.place) } ?? false
    }
}
