// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import UserNotifications

/// Opens one push, hands it over in time, and then does what a plan asks for.
final class HandOverRun: Sendable {
    /// What is handed over, and what that is to the plan.
    private typealias Shown = (content: SystemContent, ending: PlannedPush.Ending)

    private let settings: ServiceSettings
    private let push: IncomingPush
    /// What the system calls the push's notification.
    private let name: String
    private let center: UserNotificationCenter
    private let delivery: PushDelivery<Shown>

    /// Takes a push in; the time runs from here.
    init(
        of request: UNNotificationRequest,
        _ settings: ServiceSettings,
        handOver: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        name = request.identifier
        // What is no JSON no receiver takes for a message.
        let userInfo = request.content.userInfo
        let payload =
            JSONSerialization.isValidJSONObject(userInfo)
            ? try? JSONSerialization.data(withJSONObject: userInfo) : nil
        push = IncomingPush(Array(payload ?? Data()), identifier: name)
        self.settings = settings
        center = UserNotificationCenter(settings)
        let placeholder = UNMutableNotificationContent(settings.rules.placeholder)
        delivery = PushDelivery(
            of: push,
            placeholder: (SystemContent(placeholder), .notShown),
            deferral: NotificationDeferral(storeAt: settings.storePath, rules: settings.rules),
            deadline: settings.deadline,
            clock: settings.clock,
            now: settings.now
        ) { handOver($0.content.content) }
    }

    /// Hands over the best content so far, at once.
    func timeWillExpire() { delivery.timeWillExpire() }

    /// Hands the push over, and then does what else there is to do.
    func carryOut() async -> ServiceReport {
        let (result, missing) = await delivery.run { [settings] () throws(ReceiverError) in
            try settings.openReceiver()
        } present: { received, receiver in
            await self.present(received, receiver)
        }
        // The system shows none of what comes too late.
        let ending = result.report.isLate ? .notShown : result.shown.ending
        let planned = PlannedPush(name: name, ending: ending, hasTimeLeft: result.hasTimeLeft)
        var run = PlanRun(
            of: NotificationPlan(after: planned),
            result.receiver,
            settings,
            center,
            pushed: result.received
        )
        let backlog = await run.carryOut()
        if result.hasTimeLeft { result.receiver?.sweepIfDue(now: settings.now()) }
        return ServiceReport(
            delivery: result.report,
            outcome: result.received?.outcome,
            failure: result.failure ?? backlog.failures.first,
            backlog: result.receiver == nil ? nil : backlog,
            attachments: missing ?? []
        )
    }

    /// Offers the best that there is so far at every step: the time may be over at any moment.
    ///
    /// - Returns: Why files of the message are not shown.
    private func present(
        _ received: ReceivedNotification,
        _ receiver: NotificationReceiver?
    ) async -> [AttachmentError] {
        if let message = PlannedMessage(received) {
            return await MessageContent(of: received, receiver, settings)
                .make(telling: center, filesWithin: settings.deadline) { [delivery] in
                    delivery.offer(($0, .shown(message)), $1)
                }
        }
        if !received.isPlainPlaceholder {
            let ending = received.outcome == .deferred ? PlannedPush.Ending.deferred : .notShown
            delivery.offer((SystemContent(received), ending))
        }
        if let earlier = await earlier(than: received),
            let tag = ProvenanceTag(earlier.content.userInfo)
        {
            delivery.offer((earlier.quiet(), .shownAgain(tag.message)))
        }
        return []
    }

    /// What is shown of the push's message already: a copy that can't be opened takes its place
    /// under the push's name (D-30).
    private func earlier(than received: ReceivedNotification) async -> SystemContent? {
        guard case .success(let envelope) = push.envelope else { return nil }
        let message = envelope.hash.description
        // A replay may come under a name that a later message of its sender has taken.
        let isReplay = received.outcome == .failed(.refused(.replayed))
        // Of all that there is to do for it this counts most, so it may take all the time.
        return await center.find(within: settings.deadline) { [name] listed in
            listed.first { isReplay && $0.identifier == name && $0.tag != nil }
                ?? listed.first { $0.tag?.message == message }
        }
    }
}
