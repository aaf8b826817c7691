// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import Synchronization
import UserNotifications

/// Makes of one push what the user sees, and does what else there is to do: all in the time of its delivery.
///
/// The best that there is so far is told at every step, since the time may be over at any moment.
final class PushPresenter: Sendable {
    private let settings: ServiceSettings
    /// What the system calls the push's notification.
    private let identifier: String
    /// What tells the push's message from all others; nil where it is none.
    private let envelope: EnvelopeHash?
    private var message: String? { envelope?.description }
    private let centre: NotificationCentre
    private let donations: Donations
    private let waitingReport = Mutex<WaitingReport?>(nil)
    private let fileFailures = Mutex<[AttachmentError]>([])
    /// Whether it is known what the push is, or that it can't be known.
    private let isOpened = Mutex(false)
    /// What was shown of the very message, where opening took so long that it was looked for.
    private let found = Mutex<SystemContent?>(nil)
    /// Whether the message itself is handed over, which was shown before, perhaps under another name.
    private let showsAgain = Mutex(false)

    init(of payload: [UInt8], identifier: String, _ settings: ServiceSettings) {
        self.settings = settings
        self.identifier = identifier
        envelope = PushPayload.envelopeHash(of: payload)
        centre = NotificationCentre(settings)
        donations = Donations(settings)
    }

    /// What was posted beside the push, nil where nobody could look.
    var waiting: WaitingReport? { waitingReport.withLock(\.self) }

    /// Whether messages that stopped runs have left were not all posted.
    var mayHaveLeft: Bool {
        guard let waiting else { return false }
        return waiting.isUnfinished || waiting.isRefused || waiting.refused > 0
            || waiting.failures.contains { $0.isUnavailable || $0.isLocked }
    }

    /// Why files of the message are not shown.
    var attachmentFailures: [AttachmentError] { fileFailures.withLock(\.self) }

    /// Where opening takes long, looks beside it for what was shown earlier of the very message.
    ///
    /// Not at once: the list may be long, and an extension has little memory.
    func watchOpening(_ tell: @escaping @Sendable (SystemContent) -> Void) async {
        guard let message else { return }
        do { try await settings.clock.sleep(for: settings.openingTime) } catch { return }
        guard !isOpened.withLock(\.self) else { return }
        settings.findShown(message) { [self] content in
            let content = content.quiet()
            found.withLock { $0 = content }
            tell(content)
        }
    }

    /// Brings what the push turned out to be, and does what it asks for; false where that could not be done.
    func present(
        _ received: ReceivedNotification,
        _ receiver: NotificationReceiver?,
        _ progress: DeliveryProgress<SystemContent>
    ) async -> Bool {
        isOpened.withLock { $0 = true }
        switch received.outcome {
        case .parked:
            guard bring(received, progress) else { return true }
            // One notice is enough, however many messages are deferred.
            let isShown = await presentEarlier(than: received, progress)
            if !isShown, !showsAgain.withLock(\.self) {
                await removeStandIns(NotificationParking.noticeThread)
            }
        case .failed:
            // Where that comes too late, what waits has still to be posted.
            if !received.isPlainPlaceholder { _ = bring(received, progress) }
            let isShown = await presentEarlier(than: received, progress)
            if let receiver { await postWaiting(receiver, beside: received) }
            if !isShown { progress.openingFailed() }
        case .opened, .recovered:
            return await presentMessage(received, receiver, progress)
        }
        return true
    }

    private func presentMessage(
        _ received: ReceivedNotification,
        _ receiver: NotificationReceiver?,
        _ progress: DeliveryProgress<SystemContent>
    ) async -> Bool {
        let content = MessageContent(of: received, receiver, settings)
        // Its claim keeps what came too late.
        guard progress.opened(content.plain()) else { return false }
        showsAgain.withLock { $0 = received.outcome == .recovered }
        // Once, before the claim is cleared; a message that is recovered repeats it.
        let isDone = await centre.remove(RemovedName.all(of: received))
        if received.row == .noText {
            await removeStandIns(DisplayRules.noTextThread)
        }
        let dressed = await content.dressed(by: donations)
        if let dressed { progress.dressed(dressed) }
        if let receiver { await postWaiting(receiver, beside: received) }
        let failures = await FileFetcher(settings)
            .fetch(received, into: content, isDressed: dressed != nil, progress)
        fileFailures.withLock { $0 = failures }
        return isDone
    }

    /// Brings what stands for a message that was not opened, unless what was shown of it was found meanwhile.
    private func bring(
        _ received: ReceivedNotification,
        _ progress: DeliveryProgress<SystemContent>
    ) -> Bool {
        let shown = found.withLock(\.self)
        guard progress.opened(shown ?? SystemContent(received.content)) else { return false }
        showsAgain.withLock { $0 = shown != nil }
        return true
    }

    /// Takes away what was shown on a thread for earlier pushes in the place of a message.
    private func removeStandIns(_ thread: String) async {
        await centre.remove { [identifier] in
            $0.isStandIn && $0.thread == thread && $0.identifier != identifier
        }
    }

    /// Shows on what was shown before (D-2); says whether there was anything, in time.
    private func presentEarlier(
        than received: ReceivedNotification,
        _ progress: DeliveryProgress<SystemContent>
    ) async -> Bool {
        guard let message, let earlier = await earlier(than: received, message) else {
            return false
        }
        let content = earlier.content.quiet()
        _ = progress.opened(content)
        guard progress.dressed(content) else { return false }
        showsAgain.withLock { $0 = earlier.shows(message) }
        return true
    }

    /// The notification that this very message has, or of a replay whatever message its name stands for by now.
    ///
    /// A message that was shown stays in sight, whyever a copy of it can't be opened.
    private func earlier(
        than received: ReceivedNotification,
        _ message: String
    ) async -> ListedNotification? {
        let isReplay = received.outcome == .failed(.refused(.replayed))
        // Of all that there is to do for it this counts most: a placeholder would take the place of what is shown.
        let listed = (await centre.list(within: settings.deadline) ?? []).filter { $0.mark != nil }
        let named = listed.first { isReplay && $0.identifier == identifier }
        return named ?? listed.first { $0.shows(message) }
    }

    /// Shows first what came before: messages that were parked, and those that stopped runs have left.
    ///
    /// Nothing that would be lost in the push's place: what that shows takes it.
    private func postWaiting(
        _ receiver: NotificationReceiver,
        beside received: ReceivedNotification
    ) async {
        var poster = WaitingPoster(
            receiver,
            settings,
            centre,
            donations,
            beside: PushAtHand(name: identifier, received)
        )
        do throws(ReceiverError) {
            let hasParked = receiver.hasParked
            if hasParked { try await poster.postParked() }
            let left = try ProcessRuns.current.leftovers(of: settings.storePath) {
                () throws(ReceiverError) in
                try receiver.recoverUndelivered(
                    now: settings.now(),
                    except: received.message?.place,
                    limit: WaitingPoster.leftLimit
                )
            }
            if let left { await poster.post(left) }
            if hasParked { await poster.removeStandIns() }
            if hasParked || left != nil { await poster.removeDoubles() }
        } catch {
            poster.note(error)
        }
        waitingReport.withLock { $0 = poster.report }
    }

    /// After the hand-over: a message that stands in the list under another name as well loses that.
    ///
    /// Not where the system has shown the push as it came meanwhile, and the app perhaps the message.
    func tidy(after result: PushDelivery<SystemContent>.Result) async {
        let report = result.report
        guard report.attempt != .placeholder || report.isShownEarlier, !report.isLate, let message
        else { return }
        if report.isShownEarlier || showsAgain.withLock(\.self) {
            await centre.remove { [identifier] in
                $0.message == message && $0.identifier != identifier
            }
        } else if let received = result.received, let mark = MessageMark(received) {
            await removeStandIn(of: mark, inOwnPlace: received.isInOwnPlace)
        }
    }

    /// Takes away what stands in a message's place under another name: the app may have taken it for one that was left, or
    /// have posted an earlier one.
    private func removeStandIn(of mark: MessageMark, inOwnPlace isOwnPlace: Bool) async {
        // The list may be long: it is looked at only where it may have somebody else's message.
        guard !isOwnPlace else { return NotificationCentre.remove([mark.standInName]) }
        await centre.remove { one in
            one.identifier == mark.standInName && one.mark.map { !mark.isEarlier(than: $0) } ?? true
        }
    }
}

extension ReceivedNotification {
    /// Whether no other message comes in the place of its push, which is named by the message alone.
    fileprivate var isInOwnPlace: Bool {
        guard let identifier, let id = message?.messageID else { return false }
        return CollapseID(id).text == identifier
    }
}
