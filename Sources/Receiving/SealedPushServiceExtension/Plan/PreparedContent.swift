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
        _ centre: NotificationCentre,
        fetchingFor time: Duration
    ) async {
        let received = message.received
        let content = MessageContent(of: received, receiver, settings)
        plain = content.plain()
        let enriched = message.form == .whole ? await content.enriched(telling: centre) : nil
        var fetched: (best: SystemContent?, missing: [AttachmentError])?
        if message.form == .whole, time > .zero, !received.attachments.isEmpty {
            fetched = await settings.clock.limit(time) {
                // Made anew: a person of the system's can't be shared with another task.
                let content = MessageContent(of: received, receiver, settings)
                var best: SystemContent?
                let missing = await content.fetchFiles(isEnriched: enriched != nil) {
                    best = $0
                    return true
                }
                return (best, missing)
            }
        }
        best = fetched?.best ?? enriched ?? plain
        missing =
            fetched?.missing
            ?? received.refusedAttachments + received.attachments.map { _ in .timedOut }
    }

    /// Removes the files that the system did not take, and says why they are not shown.
    func discardFiles() -> [AttachmentError] {
        best.content.attachments.map { attachment in
            try? FileManager.default.removeItem(at: attachment.url)
            return .notAccepted
        }
    }
}
