// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import UserNotifications

/// Posts messages as local notifications, one after the other.
struct WaitingPoster {
    /// How many that stopped runs have left are looked at beside a push: each with its content, and an extension has little
    /// memory.
    static let leftLimit = 100

    private let receiver: NotificationReceiver
    private let settings: ServiceSettings
    private let centre: NotificationCentre
    private let donations: Donations
    /// How long the files of all messages together may still take.
    private let fileTime: @Sendable () -> Duration
    private(set) var report = WaitingReport()
    /// The messages that the system did not take: not to be posted once more at once, and quietly, as left by a run.
    private var refused: Set<ClaimPlace> = []
    /// What messages of this run took away; deferred and unfinished messages under these names
    /// count as shown.
    private var removed: [RemovedName]
    /// The push beside which all is posted, if there is one.
    private let push: PushAtHand?
    private var shown = ShownMessages([])

    /// A poster of the app's, or of a run that has a push at hand: beside that there is no time for files of others.
    init(
        _ receiver: NotificationReceiver,
        _ settings: ServiceSettings,
        _ centre: NotificationCentre,
        _ donations: Donations,
        beside push: PushAtHand? = nil
    ) {
        self.receiver = receiver
        self.settings = settings
        self.centre = centre
        self.donations = donations
        self.push = push
        removed = push?.removed ?? []
        fileTime = Self.countdown(push == nil ? settings.deadline : .zero, settings.clock)
    }

    /// Posts what was parked, in order of arrival, until the task is cancelled or the system takes no more.
    ///
    /// Where the app may not notify nothing is opened: a message that was claimed could alert no more when it may.
    mutating func postParked() async throws(ReceiverError) {
        var parked = try receiver.parkedDelivery(sparing: push?.sparedName)
        guard receiver.hasParked else {
            report.failures += parked.report.failures
            return
        }
        guard await mayNotify() else { return }
        // A message that is opened is claimed, and alerts no more: not while there is no list to post it by.
        guard await centre.list() != nil else {
            report.isUnfinished = true
            return
        }
        while goesOn(), let received = parked.next(now: settings.now()) {
            guard let isPosted = await post(received) else { continue }
            parked.handedOver(now: settings.now())
            if isPosted { report.parked += 1 }
        }
        report.failures += parked.report.failures
    }

    /// Posts what stopped runs left, in the place of what they have shown, if it is there.
    mutating func post(_ undelivered: UndeliveredNotifications) async {
        report.failures += undelivered.failures
        let messages = undelivered.notifications.filter { !isSpared($0) }
        for received in messages where !isRefused(received) && goesOn() {
            guard let isPosted = await post(received) else { continue }
            complete(received)
            if isPosted { report.recovered += 1 }
        }
        if undelivered.isCut || messages.count < undelivered.notifications.count {
            report.isUnfinished = true
        }
    }

    /// Notes why nothing more could be posted.
    mutating func note(_ error: ReceiverError) {
        report.failures.append(error)
    }

    /// Tidies the list up: what the system has shown for a message, unopened, goes where the message itself is in sight;
    /// so does the second notification of one, and a message in whose place a later one stands.
    ///
    /// A run that was not stopped but on its way may have shown its message meanwhile, under the name that it came with.
    func removeDoubles() async {
        await centre.remove { listed in
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
        await centre.remove { $0.isStandIn }
    }
}

// MARK: - One message

extension WaitingPoster {
    /// Shows a message and takes away what it says; nil if the system did not take it or did not
    /// answer.
    ///
    /// - Returns: Whether there is anything to see of it.
    private mutating func post(_ received: ReceivedNotification) async -> Bool? {
        guard received.outcome != .recovered || receiver.isLeft(received) else { return false }
        // Once: what comes later is not waited for.
        let names = RemovedName.all(of: received)
        guard await centre.remove(names) else { return wait() }
        removed = (removed + names).suffix(RemovedName.limit)
        guard received.row != .noText, let mark = MessageMark(received) else {
            return false
        }
        guard !isTakenAway(mark) else { return await removePlaceholder(of: mark) ? false : wait() }
        let content = await WaitingContent(
            of: received,
            receiver,
            settings,
            donations,
            fetchingFor: min(fileTime(), settings.stepTime)
        )
        // That took a while, in which others may have shown what they have. The claim first: who empties it has handed the
        // message over before, which the list has by then, unless the system is slow.
        let isLeft = receiver.isLeft(received)
        guard let listed = await centre.list() else {
            _ = content.discardFiles()
            return wait()
        }
        shown = ShownMessages(listed, with: shown.posted)
        var name = shown.name(of: received, mark)
        if let push, push.takes(name, from: mark) { name = mark.standInName }
        guard !shown.hasLater(than: mark, under: name) else {
            _ = content.discardFiles()
            report.superseded += 1
            return false
        }
        // Another run may have shown this very message, and the user have put it away.
        guard isLeft || received.outcome == .opened && shown.contains(mark) else {
            _ = content.discardFiles()
            return false
        }
        switch await add(content, as: name) {
        case .taken: report.attachments += content.missing
        case .refused(let error):
            note(error, of: received)
            return nil
        case .unanswered: return wait()
        }
        shown.post(mark, under: name)
        return true
    }

    /// Has the system show a message, if not at its best then plain.
    private mutating func add(
        _ content: WaitingContent,
        as name: String
    ) async -> NotificationCentre.Addition {
        let addition = await centre.add(content.best, as: name)
        guard case .refused(let error) = addition else { return addition }
        let missing = content.discardFiles()
        guard Self.mayNotify(after: error) else { return addition }
        let plain = await centre.add(content.plain, as: name)
        if case .taken = plain { report.attachments += missing }
        return plain
    }

    /// Notes that all else waits on.
    private mutating func wait() -> Bool? {
        report.isUnfinished = true
        return nil
    }

    /// Whether the next message may be posted: there is time, and the system takes messages.
    private mutating func goesOn() -> Bool {
        if Task.isCancelled { report.isUnfinished = true }
        return !report.isRefused && !report.isUnfinished
    }

    /// Whether the app may notify, as far as the system answers.
    private mutating func mayNotify() async -> Bool {
        guard let mayNotify = await centre.mayNotify() else {
            report.isUnfinished = true
            return false
        }
        report.isRefused = !mayNotify
        return mayNotify
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
    private mutating func note(_ error: any Error, of received: ReceivedNotification) {
        if let message = received.message { refused.insert(message.place) }
        guard Self.mayNotify(after: error) else {
            report.isRefused = true
            return
        }
        report.refused += 1
    }

    /// Empties the claim of a message, of which nothing is left to be done.
    private mutating func complete(_ received: ReceivedNotification) {
        do throws(ReceiverError) {
            try receiver.complete(received, now: settings.now())
        } catch {
            report.failures.append(error)
        }
    }

    /// Whether a message of this run took this one away.
    private func isTakenAway(_ mark: MessageMark) -> Bool {
        guard let name = mark.name else { return false }
        return removed.contains { $0.covers(mark, under: [name]) }
    }

    /// Takes away what the system has shown of a message, unopened, or has in its place, as the message would have done.
    private func removePlaceholder(of mark: MessageMark) async -> Bool {
        await centre.remove { one in
            one.mark == nil && !one.isStandIn
                && (one.message == mark.message || one.identifier == mark.name)
        }
    }

    private func isSpared(_ received: ReceivedNotification) -> Bool {
        guard let name = push?.sparedName else { return false }
        return MessageMark(received)?.name == name
    }

    private func isRefused(_ received: ReceivedNotification) -> Bool {
        received.message.map { refused.contains($0.place) } ?? false
    }
}
