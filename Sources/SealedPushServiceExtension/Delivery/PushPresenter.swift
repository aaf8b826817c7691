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
    /// What tells the push's message from all others, in hex; nil where it is none.
    private let message: String?
    private let centre: NotificationCentre
    private let donations: Donations
    private let waitingReport = Mutex<WaitingReport?>(nil)
    private let fileFailures = Mutex<[AttachmentError]>([])
    /// Whether it is known what the push is, or that it can't be known.
    private let isOpened = Mutex(false)
    /// Whether the message itself is handed over, which was shown before, perhaps under another name.
    private let showsAgain = Mutex(false)

    init(of payload: [UInt8], identifier: String, _ settings: ServiceSettings) {
        self.settings = settings
        self.identifier = identifier
        message = PushPayload.envelopeHash(of: payload)?.description
        centre = NotificationCentre(settings)
        donations = Donations(settings)
    }

    /// What was posted beside the push, nil where nothing was looked for.
    var waiting: WaitingReport? { waitingReport.withLock(\.self) }

    /// Whether messages that stopped runs have left were not all posted.
    var mayHaveLeft: Bool {
        waiting.map { $0.isUnfinished || $0.isRefused || $0.refused > 0 } ?? false
    }

    /// Why files of the message are not shown.
    var attachmentFailures: [AttachmentError] { fileFailures.withLock(\.self) }

    /// Where opening takes long, looks beside it for what was shown earlier of the very message.
    ///
    /// Not at once: the list may be long, and an extension has little memory.
    func watchOpening(_ found: @escaping @Sendable (SystemContent) -> Void) async {
        guard let message else { return }
        do { try await settings.clock.sleep(for: settings.openingTime) } catch { return }
        guard !isOpened.withLock(\.self) else { return }
        settings.findShown(message) { found($0.quiet()) }
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
            // One notice is enough, however many messages wait.
            _ = progress.opened(SystemContent(received.content))
            if await !presentEarlier(than: received, progress) { await removeStandIns() }
        case .failed:
            if !received.isPlainPlaceholder { _ = progress.opened(SystemContent(received.content)) }
            let isShown = await presentEarlier(than: received, progress)
            if let receiver { await postWaiting(receiver, beside: received) }
            // What was posted may be this very message.
            if !isShown, await !presentEarlier(than: received, progress) {
                progress.openingFailed()
            }
        case .opened, .recovered, .blocked:
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
        let isDone = await centre.performRemoval(of: received)
        if received.removal?.isSilent == true { await removeStandIns() }
        let dressed = await content.dressed(by: donations)
        if let dressed { progress.dressed(dressed) }
        if let receiver { await postWaiting(receiver, beside: received) }
        // What waited may be what it takes away.
        let isDoneAgain = await centre.performRemoval(of: received)
        let failures = await FileFetcher(settings)
            .fetch(received, into: content, isDressed: dressed != nil, progress)
        fileFailures.withLock { $0 = failures }
        return isDone && isDoneAgain
    }

    /// Takes away what was shown for earlier pushes in the place of a message.
    private func removeStandIns() async {
        await centre.remove { [identifier] in
            $0.isStandIn && $0.identifier != identifier
        }
    }

    /// Shows on what was shown before; says whether there was anything.
    private func presentEarlier(
        than received: ReceivedNotification,
        _ progress: DeliveryProgress<SystemContent>
    ) async -> Bool {
        guard let message, let earlier = await earlier(than: received, message) else {
            return false
        }
        let content = earlier.content.quiet()
        _ = progress.opened(content)
        if progress.dressed(content) {
            showsAgain.withLock { $0 = earlier.shows(message) }
        }
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
        let listed = (await centre.list() ?? []).filter { $0.mark != nil }
        let named = listed.first { isReplay && $0.identifier == identifier }
        return named ?? listed.first { $0.shows(message) }
    }

    /// Shows first what came before: messages that were parked, and those that stopped runs have left.
    private func postWaiting(
        _ receiver: NotificationReceiver,
        beside received: ReceivedNotification
    ) async {
        var poster = WaitingPoster(receiver, settings, centre, donations, fetchesFiles: false)
        do throws(ReceiverError) {
            let hasParked = receiver.hasParked
            if hasParked {
                try await poster.postParked()
                await poster.removeStandIns()
            }
            let left = try ProcessRuns.current.leftovers(of: settings.storePath) {
                () throws(ReceiverError) in
                try receiver.recoverUndelivered(except: received.message?.place)
            }
            if let left { await poster.post(left) }
            if hasParked || left != nil { await poster.removeDoubles() }
            waitingReport.withLock { $0 = poster.report }
        } catch {
            waitingReport.withLock { $0 = WaitingReport(failures: [error]) }
        }
    }

    /// After the hand-over: a message that stands in the list under another name as well loses that.
    func tidy(after result: PushDelivery<SystemContent>.Result) async {
        let report = result.report
        guard report.attempt != .placeholder || report.isShownEarlier, let message else { return }
        guard report.isShownEarlier || showsAgain.withLock(\.self) else {
            // The app may have taken it for one that was left, or have posted one that was in its place.
            guard let received = result.received, received.outcome != .blocked,
                let mark = MessageMark(received)
            else { return }
            return NotificationCentre.remove([mark.standInName])
        }
        await centre.remove { [identifier] in
            $0.message == message && $0.identifier != identifier
        }
    }
}
