// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The messages in the hands of a worker, and the results that it has not written down yet.
struct WorkerState {
    var heartbeat = Heartbeat()
    /// When the worker gives up what is under way; nil unless it stops.
    var stopDeadline: Duration?
    /// What is leased to the worker and not settled.
    private var held: [OutboxID: Holding] = [:]
    private var results: [Result] = []
    private var stuck: Set<OutboxID> = []
    private var load: [LaneID: Int] = [:]
    private var leaseCount = 0

    /// A message that is leased; its lease tells it from later ones of the same message under the same name.
    private struct Holding {
        let lease: Int
        let lane: LaneID
    }

    /// What became of the message of a lease.
    struct Result: Equatable {
        let lease: Int
        let attempt: Attempt
        let worker: WorkerID
    }

    /// Results that one call writes down.
    struct Batch: Equatable {
        let results: [Result]
        let worker: WorkerID

        var attempts: [Attempt] { results.map(\.attempt) }
    }

    /// How many results one call writes down at most.
    static let batchLimit = 500

    /// The messages that a renewal must not return to the queue.
    var heldIDs: Set<OutboxID> { Set(held.keys) }

    /// Whether nothing is under way whose end could still be written down.
    var isDone: Bool { held.count == stuck.count }

    /// How many messages of a lane are under way.
    func load(of lane: LaneID) -> Int { load[lane] ?? 0 }

    /// Takes a message that was leased.
    ///
    /// If a result of it under the same name still waits, it was written down, though the store's answer was lost: else
    /// the message could not have been leased again. Written once more, it would end this lease.
    ///
    /// - Returns: The number of the lease.
    mutating func take(_ lease: Lease, by worker: WorkerID) -> Int {
        let (id, lane) = (lease.message.id, lease.message.lane)
        if held[id] != nil {
            forget(id)
            results.removeAll { $0.worker == worker && $0.attempt.message.id == id }
        }
        leaseCount += 1
        held[id] = Holding(lease: leaseCount, lane: lane)
        load[lane, default: 0] += 1
        return leaseCount
    }

    /// Takes the result of a push.
    mutating func finish(_ attempt: Attempt, of lease: Int, by worker: WorkerID) {
        results.append(Result(lease: lease, attempt: attempt, worker: worker))
    }

    /// The next results to write down, all of one name; nil if there are none.
    ///
    /// They stay with the worker until ``settled(_:)``: a call that failed is made again.
    func batch(limit: Int = batchLimit) -> Batch? {
        guard let worker = results.first?.worker else { return nil }
        let batch = results.lazy.filter { $0.worker == worker }.prefix(limit)
        return Batch(results: Array(batch), worker: worker)
    }

    /// Drops results that were written down, and the messages with them.
    mutating func settled(_ batch: Batch) {
        for id in drop(batch) { forget(id) }
    }

    /// Drops results that can never be written down, because a row is damaged.
    ///
    /// Their messages stay with the worker, so that a renewal does not return them, to be pushed again and again.
    mutating func abandoned(_ batch: Batch) {
        stuck.formUnion(drop(batch))
    }

    /// Drops results, and returns the messages of which the worker has no later lease.
    private mutating func drop(_ batch: Batch) -> [OutboxID] {
        let leases = Set(batch.results.map(\.lease))
        results.removeAll { leases.contains($0.lease) }
        return batch.attempts.map(\.message.id).filter { id in
            held[id].map { leases.contains($0.lease) } ?? false
        }
    }

    private mutating func forget(_ id: OutboxID) {
        guard let holding = held.removeValue(forKey: id) else { return }
        stuck.remove(id)
        load[holding.lane, default: 1] -= 1
    }
}
