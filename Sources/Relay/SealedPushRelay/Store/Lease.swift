// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A part of the outbox from which one query leases: workers that ask for different parts do not meet.
package struct OutboxPartition: Hashable, Sendable {
    /// The lane of its messages.
    package let lane: LaneID
    /// The shard of its messages, 0 to 63.
    package let shard: Int16
    /// Whether its messages are urgent.
    package let isUrgent: Bool

    package init(lane: LaneID, shard: Int16, isUrgent: Bool) {
        self.lane = lane
        self.shard = shard
        self.isUrgent = isUrgent
    }
}

/// A request of a worker for messages to send.
package struct LeaseRequest: Hashable, Sendable {
    /// Who asks.
    package let worker: WorkerID
    /// The lane that they come from.
    package let lane: LaneID
    /// Whether they are urgent.
    package let isUrgent: Bool
    /// The shards that they come from: of the next one if those before have no more.
    package let shards: [Int16]
    /// How many at most.
    package let limit: Int

    /// Asks a partition, and those of other shards that are like it; each shard once.
    package init(
        worker: WorkerID,
        partition: OutboxPartition,
        then others: [Int16] = [],
        limit: Int
    ) {
        self.worker = worker
        lane = partition.lane
        isUrgent = partition.isUrgent
        shards = [partition.shard] + others
        self.limit = limit
    }
}

/// A message in the hands of a worker, with all that it needs to send it.
package struct Lease: Hashable, Sendable {
    /// The message.
    package let message: QueuedMessage
    /// The envelope.
    package let body: [UInt8]
    /// The app and the environment of the device.
    package let app: AppEnvironment
    /// The device's token.
    package let token: RegisteredToken
    /// The round of the lane when the message was leased.
    package let round: Int32
    /// When it was leased.
    package let time: Timestamp

    package init(
        message: QueuedMessage,
        body: [UInt8],
        app: AppEnvironment,
        token: RegisteredToken,
        round: Int32,
        at time: Timestamp
    ) {
        self.message = message
        self.body = body
        self.app = app
        self.token = token
        self.round = round
        self.time = time
    }
}

/// What became of a leased message.
package struct Attempt: Hashable, Sendable {
    /// The message as it was leased.
    package let message: QueuedMessage
    /// The version of the token to which it was sent.
    package let token: TokenVersion
    /// The round of the lane when the message was leased.
    package let round: Int32
    /// When it was leased.
    package let leased: Timestamp
    /// What became of it.
    package let outcome: PushOutcome

    /// Takes the end of a lease.
    package init(_ lease: Lease, _ outcome: PushOutcome) {
        message = lease.message
        token = lease.token.version
        round = lease.round
        leased = lease.time
        self.outcome = outcome
    }
}

extension Attempt {
    /// Whether nothing but the deletion of the message follows, as its device is none of these.
    package func isAccepted(exceptOf devices: Set<DeviceID>) -> Bool {
        outcome == .accepted && !devices.contains(message.device)
    }
}

extension [Attempt] {
    /// The devices that refused a message or have to wait: what comes after that is settled after
    /// it.
    package var refusedDevices: Set<DeviceID> {
        let refused = filter { attempt in
            switch attempt.outcome {
            case .tokenRefused, .noAddress, .throttled: true
            default: false
            }
        }
        return Set(refused.map(\.message.device))
    }
}
