// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The order in which a worker asks the partitions of the outbox for messages.
///
/// Urgent messages go first, but each tenth request is for the others, so that they are never starved. The shards are
/// asked in turn from a random one on, so that workers seldom meet.
package struct LeaseSchedule: Sendable {
    private var requests = 0
    private var shard: Int16

    /// How many partitions a request asks at most: a transaction that asks all of them would hold
    /// what it has leased too long.
    package static let together = 16

    /// Each request of this number is for messages that are not urgent.
    package static let bulkTurn = 10

    /// Begins with this shard.
    package init(startingAt shard: Int16 = .random(in: 0..<DeviceID.shardCount)) {
        self.shard = shard
    }

    /// The partitions to ask next, in one transaction: the one whose turn it is, and those of its
    /// lane and urgency that follow; none if none is due.
    package mutating func next(of due: Set<OutboxPartition>) -> [OutboxPartition] {
        guard !due.isEmpty else { return [] }
        requests = (requests + 1) % Self.bulkTurn
        let isUrgent = requests != 0
        let wanted = due.filter { $0.isUrgent == isUrgent }
        let turn = (wanted.isEmpty ? due : wanted).sorted { rank($0) < rank($1) }
        // The first alone has had its turn: a backlog of it may leave nothing for the others.
        shard = (turn[0].shard + 1) % DeviceID.shardCount
        let alike = turn.filter { $0.lane == turn[0].lane && $0.isUrgent == turn[0].isUrgent }
        return Array(alike.prefix(Self.together))
    }

    private func rank(_ partition: OutboxPartition) -> (Int16, Int16) {
        let distance = (partition.shard - shard + DeviceID.shardCount) % DeviceID.shardCount
        return (distance, partition.lane.number)
    }
}
