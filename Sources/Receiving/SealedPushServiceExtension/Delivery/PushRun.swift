// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import UserNotifications

/// Opens one push, hands it over in time, and then does what a plan asks for.
final class PushRun: Sendable {
    /// What a run notes while it presents its push: why files of the message are not shown, or
    /// which message's notification was handed over again.
    private typealias Note = (missing: [AttachmentError], shownAgain: String?)

    private let settings: ServiceSettings
    private let push: IncomingPush
    /// What the system calls the push's notification.
    private let name: String
    private let centre: NotificationCentre
    private let delivery: PushDelivery<SystemContent>

    /// Takes a push in; the time runs from here.
    init(
        of request: UNNotificationRequest,
        _ settings: ServiceSettings,
        handOver: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        let payload = PushPayload.bytes(of: request.content.userInfo)
        name = request.identifier
        push = IncomingPush(payload, identifier: name)
        self.settings = settings
        centre = NotificationCentre(settings)
        delivery = PushDelivery(
            of: push,
            placeholder: SystemContent(settings.rules.placeholder),
            parking: NotificationParking(storeAt: settings.storePath, rules: settings.rules),
            deadline: settings.deadline,
            clock: settings.clock,
            now: settings.now
        ) { shown, _ in
            handOver(shown.content)
        }
    }

    /// Hands over what is there, at once.
    func timeWillExpire() { delivery.timeWillExpire() }

    /// Hands the push over, and then does what else there is to do.
    func carryOut() async -> ServiceReport {
        let (result, note) = await delivery.run { [settings] () throws(ReceiverError) in
            try NotificationReceiver(settings)
        } present: { received, receiver in
            await self.present(received, receiver)
        }
        var run = NotificationRun(
            result.receiver,
            settings,
            centre,
            beside: (name, result.received)
        )
        let plan = NotificationPlan(
            after: PlannedPush(
                name: name,
                ending: PlannedPush.Ending(result, shownAgain: note?.shownAgain),
                hasTimeLeft: result.hasTimeLeft
            )
        )
        let waiting = await run.carryOut(plan)
        if result.hasTimeLeft { result.receiver?.sweepIfDue(now: settings.now()) }
        return ServiceReport(
            delivery: result.report,
            outcome: result.received?.outcome,
            failure: result.failure ?? waiting.failures.first,
            waiting: result.receiver == nil ? nil : waiting,
            attachments: note?.missing ?? []
        )
    }

    /// Offers the best that there is so far at every step: the time may be over at any moment.
    private func present(
        _ received: ReceivedNotification,
        _ receiver: NotificationReceiver?
    ) async -> Note {
        switch received.outcome {
        case .opened, .recovered:
            let content = MessageContent(of: received, receiver, settings)
            // Its claim keeps what came too late.
            guard delivery.offer(content.plain()) else { return ([], nil) }
            let enriched = await content.enriched(telling: centre)
            if let enriched { delivery.offer(enriched) }
            let missing = await content.fetchFiles(isEnriched: enriched != nil) {
                delivery.offer($0, .contentWithAttachments)
            }
            return (missing, nil)
        case .parked, .failed:
            if !received.isPlainPlaceholder { delivery.offer(SystemContent(received.content)) }
            if let earlier = await earlier(than: received) {
                let isOffered = delivery.offer(earlier.content.quiet())
                return ([], isOffered ? earlier.notification.mark?.message : nil)
            }
            if received.isPlainPlaceholder { delivery.end(.openingFailed) }
            return ([], nil)
        }
    }

    /// What is shown of the push's message already: a copy that can't be opened takes its place under
    /// the push's name (D-2).
    private func earlier(
        than received: ReceivedNotification
    ) async -> (notification: ListedNotification, content: SystemContent)? {
        guard case .success(let envelope) = push.envelope else { return nil }
        let message = envelope.hash.description
        // A replay may come under a name that a later message of its sender has taken.
        let isReplay = received.outcome == .failed(.refused(.replayed))
        // Of all that there is to do for it this counts most, so it may take all the time.
        return await centre.find(within: settings.deadline) { [name] listed in
            listed.first { isReplay && $0.identifier == name && $0.mark != nil }
                ?? listed.first { $0.mark?.message == message }
        }
    }
}

extension PlannedPush.Ending {
    fileprivate init(_ result: PushDelivery<SystemContent>.Result, shownAgain: String?) {
        self =
            if let shownAgain, !result.report.isLate, result.report.attempt != .placeholder {
                .shownAgain(shownAgain)
            } else if result.isShown, let message = result.received.flatMap({ PlannedMessage($0) })
            {
                .shown(message)
            } else if result.received?.outcome == .parked, result.report.attempt != .placeholder {
                .deferred
            } else {
                .notShown
            }
    }
}
