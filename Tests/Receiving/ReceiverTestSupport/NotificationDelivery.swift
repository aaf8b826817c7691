// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushReceiver

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
