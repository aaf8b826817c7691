// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import UserNotifications

/// What the system is given of a message that waited: with its files, where there is time for them.
struct PreparedContent {
    /// The best that there is.
    let best: SystemContent
    /// The text alone.
    let plain: SystemContent
    /// Why files of the message are not in it.
    let missing: [AttachmentError]

    /// The app's own text.
    init(neutral received: ReceivedNotification) {
        plain = SystemContent(received.content)
        (best, missing) = (plain, [])
    }

    /// Makes what there is in the time that its files may take, without them where there is none.
    init(
        of message: WaitingMessage,
        _ receiver: NotificationReceiver?,
        _ settings: ServiceSettings,
        _ donations: Donations,
        fetchingFor time: Duration
    ) async {
        let received = message.received
        let content = MessageContent(of: received, receiver, settings)
        plain = content.plain()
        guard message.form == .whole else {
            best = plain
            missing = received.refusedAttachments + received.attachments.map { _ in .timedOut }
            return
        }
        let asMessage = await content.enriched(by: donations)
        let (isEnriched, enriched) = (asMessage != nil, asMessage ?? plain)
        guard time > .zero, !received.attachments.isEmpty else {
            best = enriched
            missing = received.refusedAttachments + received.attachments.map { _ in .timedOut }
            return
        }
        // The same time limit as that of a push, but what is best is nobody's but ours.
        let delivery = Delivery(placeholder: (), deadline: time, clock: settings.clock) { _, _ in }
        let fetched = await delivery.run { delivery in
            // Made anew: a person of the system's can't be shared with another task.
            let content = MessageContent(of: received, receiver, settings)
            var best: SystemContent?
            let missing = await FileFetcher(settings)
                .fetch(received, into: content, isEnriched: isEnriched) {
                    best = $0
                    return delivery.offer(())
                }
            return (best: best, missing: missing)
        }
        best = fetched.outcome.best ?? enriched
        missing = fetched.outcome.missing
    }

    /// Removes the files that the system did not take, and says why they are not shown.
    func discardFiles() -> [AttachmentError] {
        best.content.attachments.map { attachment in
            try? FileManager.default.removeItem(at: attachment.url)
            return .notAccepted
        }
    }
}
