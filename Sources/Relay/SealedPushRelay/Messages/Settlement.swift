// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// What follows from one attempt for the message, its device and its lane.
package struct Settlement: Hashable, Sendable {
    /// What becomes of the message.
    package let message: MessageChange
    /// What the relay learns about the device.
    package let device: DeviceChange
    /// What the relay learns about the lane.
    package let lane: LaneChange

    /// What becomes of a message.
    package enum MessageChange: Hashable, Sendable {
        /// It is deleted: the push service has it, or it had its one attempt.
        case delete
        /// It returns to the queue, unless a newer message has replaced it.
        case requeue(notBefore: Timestamp, attempts: Int16)
        /// It waits until the device has a usable token, unless a newer message has replaced it.
        case hold
        /// It is deleted, and its id, the reason and the time are kept.
        case deadLetter(reason: String)
    }

    /// What the relay learns about a device.
    package enum DeviceChange: Hashable, Sendable {
        case nothing
        /// Its token works.
        case works
        /// Its other messages wait as well.
        case waits(until: Timestamp)
        /// Its token was refused.
        case tokenRefused(deadSince: Timestamp?)
    }

    /// What the relay learns about a lane.
    package enum LaneChange: Hashable, Sendable {
        case nothing
        case works
        case fails(Lane.Cause)
    }

    /// Decides what follows.
    ///
    /// A fault of the service costs a message no attempt, and its lane waits. The message waits for
    /// a second by itself
    /// even so: it goes behind the others, so that one that the service can't stand does not hold
    /// up its lane.
    package init(_ outcome: PushOutcome, of message: QueuedMessage, at now: Timestamp) {
        func again(after delay: Duration?, attempts: Int16 = 0) -> MessageChange {
            let wait = min(delay ?? .zero, QueuedMessage.longestWait)
            return .requeue(
                notBefore: delay == nil ? message.notBefore : now.advanced(by: wait),
                attempts: min(message.attempts, .max - attempts) + attempts
            )
        }
        func tried(_ change: MessageChange) -> MessageChange {
            message.isSingleAttempt ? .delete : change
        }
        switch outcome {
        case .accepted:
            self.message = .delete
            device = .works
            lane = .works
        case .throttled(let delay):
            self.message = tried(again(after: delay, attempts: 1))
            device = .waits(until: now.advanced(by: min(delay, QueuedMessage.longestWait)))
            lane = .works
        case .unavailable:
            self.message = tried(again(after: Lane.shortestPause))
            device = .nothing
            lane = .fails(.unavailable)
        case .credentials:
            self.message = tried(again(after: nil))
            device = .nothing
            lane = .fails(.credentials)
        case .tokenRefused(let since):
            self.message = tried(.hold)
            device = .tokenRefused(deadSince: since)
            lane = .works
        case .rejected(let reason):
            self.message = .deadLetter(reason: reason)
            device = .nothing
            lane = .works
        case .tokenUnreadable:
            self.message = again(after: QueuedMessage.keyWait)
            device = .nothing
            lane = .nothing
        case .noAddress:
            self.message = tried(.hold)
            device = .tokenRefused(deadSince: nil)
            lane = .nothing
        case .tooLarge:
            self.message = .deadLetter(reason: DeadLetter.tooLarge)
            device = .nothing
            lane = .nothing
        case .notTried:
            self.message = again(after: nil)
            device = .nothing
            lane = .nothing
        case .interrupted:
            self.message = tried(again(after: nil))
            device = .nothing
            lane = .nothing
        }
    }
}
