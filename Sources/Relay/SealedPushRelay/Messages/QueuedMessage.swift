// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import PushTransport
package import SealedPush
import SealedPushCoding
import SealedPushCrypto

/// A message that the relay has accepted and not settled, without its body.
package struct QueuedMessage: Hashable, Sendable {
    /// Its name in the outbox.
    package let id: OutboxID
    /// What the push service knows it by, from the first attempt to the last.
    package let pushID: PushID
    /// The device that receives; it changes if the same one registers again.
    package var device: DeviceID
    /// The endpoint to which the sender posted it.
    package let endpoint: EndpointID
    /// Whether it goes before others and wakes the device.
    package let isUrgent: Bool
    /// Whether it has one attempt only.
    package let isSingleAttempt: Bool
    /// What it collapses with on the device; a message without a topic has its own.
    package let collapse: String
    /// Whether it replaces waiting messages of the same endpoint with the same ``collapse``.
    package let collapses: Bool
    /// What tells its envelope from every other.
    package let bodyHash: EnvelopeHash
    /// The moment after which it is not sent any more.
    package let expires: Timestamp
    /// The lane in which it waits, or ``LaneID/none``.
    package var lane: LaneID
    /// The moment before which it is not sent.
    package var notBefore: Timestamp
    /// How often the push service told it to wait.
    package var attempts: Int16
    /// The worker that is sending it, if one is.
    package var lease: WorkerID?
    /// Whether a newer message has replaced it while it was leased: it does not return to the queue.
    package var isSuperseded: Bool

    /// Takes what a store has kept.
    package init(
        id: OutboxID,
        pushID: PushID,
        device: DeviceID,
        endpoint: EndpointID,
        isUrgent: Bool,
        isSingleAttempt: Bool,
        collapse: String,
        collapses: Bool,
        bodyHash: EnvelopeHash,
        expires: Timestamp,
        lane: LaneID,
        notBefore: Timestamp,
        attempts: Int16 = 0,
        lease: WorkerID? = nil,
        isSuperseded: Bool = false
    ) {
        self.id = id
        self.pushID = pushID
        self.device = device
        self.endpoint = endpoint
        self.isUrgent = isUrgent
        self.isSingleAttempt = isSingleAttempt
        self.collapse = collapse
        self.collapses = collapses
        self.bodyHash = bodyHash
        self.expires = expires
        self.lane = lane
        self.notBefore = notBefore
        self.attempts = attempts
        self.lease = lease
        self.isSuperseded = isSuperseded
    }

    /// Queues what a sender has posted to an endpoint.
    package init(
        _ submission: Submission,
        to endpoint: Endpoint,
        lane: LaneID,
        at now: Timestamp
    ) {
        let options = submission.options
        self.init(
            id: submission.id,
            pushID: submission.pushID,
            device: endpoint.device,
            endpoint: endpoint.id,
            isUrgent: options.isUrgent,
            isSingleAttempt: options.lifetime == .once,
            collapse: options.topic ?? CollapseID(submission.envelope.messageID).text,
            collapses: options.topic != nil,
            bodyHash: submission.hash,
            expires: options.lifetime.expiry(accepted: now),
            lane: lane,
            notBefore: now
        )
    }

    /// When the push service is to deliver it.
    package var priority: PushPriority { isUrgent ? .immediate : .conserving }

    /// `apns-expiration`: Unix seconds, or 0 for one attempt.
    package var expiration: UInt64 { isSingleAttempt ? 0 : expires.milliseconds / 1000 }

    /// How far ahead ``notBefore`` is trusted: the clock may have been set back since.
    package static let longestWait: Duration = .hours(36)

    /// How long a message waits if no key opens its device's token.
    package static let keyWait: Duration = .minutes(1)

    /// How long the workers pass over a message that is found expired: it may not be, if the clock is wrong.
    package static let expiredWait: Duration = .minutes(20)

    /// Where a worker finds it, in an outbox of so many shards.
    package func partition(of shards: Int16) -> OutboxPartition {
        OutboxPartition(lane: lane, shard: device.shard(of: shards), isUrgent: isUrgent)
    }

    /// Whether it waits for a worker, and its time has come; a worker passes over it if it has expired.
    package func isReady(at now: Timestamp) -> Bool {
        lease == nil && lane != .none
            && (notBefore <= now || now.advanced(by: Self.longestWait) < notBefore)
    }
}

/// What the push service knows a message by: a random UUID.
package struct PushID: Hashable, Sendable {
    /// The UUID, 16 bytes.
    package let bytes: [UInt8]

    /// Takes a stored UUID, or gives nil if it has not 16 bytes.
    package init?(stored bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Makes a new random UUID (RFC 9562, section 5.4).
    package init() {
        bytes = UUIDText.version4(of: Randomness.bytes(16))
    }
}

/// The name of a message inside the relay: a number that grows with each message.
///
/// Senders see it only as a ``MessageHandle``.
package struct OutboxID: Hashable, Comparable, Sendable {
    /// The number, as the database stores it.
    package let number: Int64

    /// Takes a stored number.
    package init(_ number: Int64) {
        self.number = number
    }

    package static func < (first: OutboxID, second: OutboxID) -> Bool {
        first.number < second.number
    }
}
