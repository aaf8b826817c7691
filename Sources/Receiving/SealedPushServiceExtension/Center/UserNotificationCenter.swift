// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import SealedPushReceiver
import Synchronization
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

/// A notification that the user has before him, without what it shows: the list may be long, and an
/// extension has little memory.
struct ListedNotification: Hashable, Sendable {
    /// What the system calls it.
    let identifier: String
    /// The message that the extension or the app made it of; nil of all others.
    let tag: ProvenanceTag?
    /// The thread that it is on.
    let thread: String

    /// Whether it only says that messages are deferred.
    var isNotice: Bool { tag == nil && thread == NotificationDeferral.noticeThread }

    /// Whether it stands for a message without text.
    var isWithoutText: Bool { tag == nil && thread == DisplayRules.noTextThread }
}

extension ListedNotification {
    init(_ notification: UNNotification) {
        let content = notification.request.content
        self.init(
            identifier: notification.request.identifier,
            tag: ProvenanceTag(content.userInfo),
            thread: content.threadIdentifier
        )
    }
}

/// A limit of the wait for replies of a part of the system; after one that did not come, no further
/// question is asked.
///
/// Without it a silent system would hold up each of many messages, or the run for ever.
final class ReplyTimeout: Sendable {
    private let time: Duration
    private let clock: any Clock<Duration> & Sendable
    private let isOver = Mutex(false)

    /// Waits for `time` unless told otherwise.
    init(of time: Duration, _ clock: any Clock<Duration> & Sendable) {
        (self.time, self.clock) = (time, clock)
    }

    /// Asks the system; nil if the reply takes longer, an earlier one did not come, or the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - time: How long the answer may take, if that is not the usual time.
    ///   - ask: Asks, with a handler that may be called on any thread, also after the end.
    /// - Returns: The answer.
    func answer<Answer: Sendable>(
        within time: Duration? = nil,
        _ ask: (_ handler: @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer? {
        guard !isOver.withLock(\.self) else { return nil }
        let (answers, handler) = AsyncStream.makeStream(of: Answer.self)
        ask { answer in
            handler.yield(answer)
            handler.finish()
        }
        let answer = await clock.limit(time ?? self.time) { await answers.first { _ in true } }
        if answer == nil, !Task.isCancelled { isOver.withLock { $0 = true } }
        return answer
    }
}

extension Clock<Duration> {
    /// What `work` returns, which is cancelled when `time` is over.
    func limit<Outcome: Sendable>(
        _ time: Duration,
        _ work: @escaping @Sendable () async -> Outcome?
    ) async -> Outcome? {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await self.sleep(for: time)
                return nil
            }
            var outcome: Outcome?
            for await ended in group {
                group.cancelAll()
                outcome = ended ?? outcome
            }
            return outcome
        }
    }
}
