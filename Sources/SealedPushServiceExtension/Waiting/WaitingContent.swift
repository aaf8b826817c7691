// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import Synchronization

/// What the system is given of a message that waited: with its files, where there is time for them.
final class WaitingContent: Sendable {
    private let received: ReceivedNotification
    private let receiver: NotificationReceiver
    private let settings: ServiceSettings
    /// The text alone.
    let plain: SystemContent
    private let best: Mutex<SystemContent>
    private let failures = Mutex<[AttachmentError]>([])

    init(
        of received: ReceivedNotification,
        _ receiver: NotificationReceiver,
        _ settings: ServiceSettings
    ) {
        self.received = received
        self.receiver = receiver
        self.settings = settings
        plain = MessageContent(of: received, receiver, settings).plain()
        best = Mutex(plain)
    }

    /// Why files of the message are not shown.
    var attachmentFailures: [AttachmentError] { failures.withLock(\.self) }

    /// Makes what there is in the time that its files may take, without them where there is none.
    func make(fetchingFor time: Duration) async -> SystemContent {
        guard time > .zero, !received.attachments.isEmpty else {
            failures.withLock {
                $0 = received.refusedAttachments + received.attachments.map { _ in .late }
            }
            return await MessageContent(of: received, receiver, settings).dressed() ?? plain
        }
        let delivery = Delivery(placeholder: plain, deadline: time, clock: settings.clock) {
            [self] content, _ in best.withLock { $0 = content }
        }
        _ = await delivery.run { [self] progress in
            let content = MessageContent(of: received, receiver, settings)
            guard progress.opened(plain) else { return }
            if let dressed = await content.dressed() { progress.dressed(dressed) }
            let missing = await FileFetcher(settings).fetch(received, into: content, progress)
            failures.withLock { $0 = missing }
        }
        return best.withLock(\.self)
    }
}
