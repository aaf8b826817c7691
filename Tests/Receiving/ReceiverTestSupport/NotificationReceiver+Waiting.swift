// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushReceiver

extension NotificationReceiver {
    /// Opens a payload, byte for byte.
    package func receive(
        _ payload: [UInt8],
        identifier: String? = nil,
        now: Timestamp
    ) -> ReceivedNotification {
        receive(IncomingPush(payload, identifier: identifier), now: now)
    }

    /// All unfinished messages, also those that a run is at work on.
    package func recoverUnfinished(
        now: Timestamp
    ) throws -> (notifications: [ReceivedNotification], failures: [ReceiverError]) {
        var notifications: [ReceivedNotification] = []
        let (_, failures) = try forEachUnfinished(recoveringAt: now) { received, _ in
            notifications.append(received)
        }
        return (notifications, failures)
    }

    /// Whether anything is deferred, or may be: also what can't be read.
    package var hasDeferred: Bool { (try? backlog().hasDeferred) ?? true }

    /// Shows what was deferred, as an app does.
    @discardableResult
    package func deliverDeferred(
        now: () -> Timestamp,
        handOver: (ReceivedNotification) throws -> Void
    ) throws -> Backlog {
        var queue = try backlog()
        while let message = queue.nextDeferred(now: now()) {
            try handOver(message.received)
            queue.shown(now: now())
        }
        return queue
    }
}

extension NotificationDeferral {
    /// Keeps a payload, byte for byte.
    package func keep(
        _ payload: [UInt8],
        identifier: String? = nil,
        now: Timestamp
    ) -> ReceivedNotification {
        keep(IncomingPush(payload, identifier: identifier), now: now)
    }
}

/// A delivery that hands over content as a value.
package typealias NotificationDelivery = PushDelivery<NotificationContent>

extension PushDelivery<NotificationContent> {
    /// Opens the push, hands its content over and clears its claim.
    package func run(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver
    ) async -> Result {
        var (result, _) = await run(open) { received, _ in
            if !received.isPlainPlaceholder { self.offer(received.content) }
        }
        guard result.isShown, let received = result.received else { return result }
        do throws(ReceiverError) {
            try result.receiver?.complete(received, now: now())
        } catch {
            result.failure = error
        }
        return result
    }
}
