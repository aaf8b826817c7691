// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushReceiver

extension NotificationReceiver {
    /// All unfinished messages, whoever is at work on them.
    package func recoverUndelivered(
        now: Timestamp
    ) throws -> (notifications: [ReceivedNotification], failures: [ReceiverError]) {
        var notifications: [ReceivedNotification] = []
        let (_, failures) = try recoverUnfinished(now: now) { received, _ in
            notifications.append(received)
        }
        return (notifications, failures)
    }

    /// Shows what was deferred, as an app does.
    @discardableResult
    package func deliverDeferred(
        now: () -> Timestamp,
        handOver: (ReceivedNotification) throws -> Void
    ) throws -> WaitingQueueReport {
        var queue = try waiting(by: .app)
        while let message = queue.nextDeferred(now: now()) {
            try handOver(message.received)
            queue.shown(now: now())
        }
        return queue.report
    }
}
