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
    }

    /// What was posted beside the push, nil where nothing was looked for.
    var waiting: WaitingReport? { waitingReport.withLock(\.self) }

    /// Why files of the message are not shown.
    var attachmentFailures: [AttachmentError] { fileFailures.withLock(\.self) }

    /// Where opening takes long, looks beside it for what was shown earlier of the very message.
    ///
    /// Not at once: the list may be long, and an extension has little memory.
    func watchOpening(_ found: @escaping @Sendable (SystemContent) -> Void) async {
        guard let message else { return }
        do { try await settings.clock.sleep(for: settings.stepTime) } catch { return }
        guard !isOpened.withLock(\.self) else { return }
        settings.findShown(message) { found($0.quiet()) }
    }

    func present(
        _ received: ReceivedNotification,
        _ receiver: NotificationReceiver?,
        _ progress: DeliveryProgress<SystemContent>
    ) async {
        isOpened.withLock { $0 = true }
        switch received.outcome {
        case .parked:
            guard await !presentEarlier(than: received, progress) else { return }
            await presentNotice(received, progress)
        case .failed:
            let isShown = await presentEarlier(than: received, progress)
            if let receiver { await postWaiting(receiver, Donations(settings), beside: received) }
            // What was posted may be this very message.
            guard !isShown, await !presentEarlier(than: received, progress) else { return }
            presentPlaceholder(received, progress)
        case .opened, .recovered, .blocked:
            let content = MessageContent(of: received, receiver, settings)
            guard progress.opened(content.plain()) else { return }
            showsAgain.withLock { $0 = received.outcome == .recovered }
            await received.performRemoval()
            if received.removal?.isSilent == true { await removeStandIns() }
            let donations = Donations(settings)
            let dressed = await content.dressed(by: donations)
            if let dressed { progress.dressed(dressed) }
            if let receiver { await postWaiting(receiver, donations, beside: received) }
            // What waited may be what it takes away.
            await received.performRemoval()
            let failures = await FileFetcher(settings)
                .fetch(received, into: content, isDressed: dressed != nil, progress)
            fileFailures.withLock { $0 = failures }
        }
    }

    /// One notice is enough, however many messages wait.
    private func presentNotice(
        _ received: ReceivedNotification,
        _ progress: DeliveryProgress<SystemContent>
    ) async {
        guard progress.opened(SystemContent(received.content)) else { return }
        await removeStandIns()
    }

    /// Takes away what was shown for earlier pushes in the place of a message.
    private func removeStandIns() async {
        await ListedNotification.remove { [identifier] in
            $0.isStandIn && $0.identifier != identifier
        }
    }

    /// Shows on what was shown before; says whether there was anything.
    private func presentEarlier(
        than received: ReceivedNotification,
        _ progress: DeliveryProgress<SystemContent>
    ) async -> Bool {
        guard let earlier = await earlier(than: received) else { return false }
        _ = progress.opened(earlier)
        return true
    }

    private func presentPlaceholder(
        _ received: ReceivedNotification,
        _ progress: DeliveryProgress<SystemContent>
    ) {
        if received.isPlainPlaceholder {
            progress.openingFailed()
        } else {
            _ = progress.opened(SystemContent(received.content))
        }
    }

    /// The notification that this very message has, or of a replay whatever message its name stands for by now.
    ///
    /// A message that was shown stays in sight, whyever a copy of it can't be opened.
    private func earlier(than received: ReceivedNotification) async -> SystemContent? {
        guard let message else { return nil }
        let isReplay = received.outcome == .failed(.refused(.replayed))
        let listed = await ListedNotification.all().filter { $0.mark != nil }
        let named = listed.first { isReplay && $0.identifier == identifier }
        let shown = named ?? listed.first { $0.shows(message) }
        showsAgain.withLock { $0 = shown?.shows(message) == true }
        return shown?.content.quiet()
    }

    /// Shows first what came before: messages that were parked, and those that stopped runs have left.
    private func postWaiting(
        _ receiver: NotificationReceiver,
        _ donations: Donations,
        beside received: ReceivedNotification
    ) async {
        var poster = WaitingPoster(receiver, settings, donations, fetchesFiles: false)
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
            return UNUserNotificationCenter.current()
                .removeDeliveredNotifications(withIdentifiers: [mark.standInName])
        }
        await ListedNotification.remove { [identifier] in
            $0.message == message && $0.identifier != identifier
        }
    }
}
