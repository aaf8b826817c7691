// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The messages in the hands of a worker, and the results that it has not written down yet.
struct WorkerState {
    var heartbeat = Heartbeat()
    /// When the worker gives up what is under way; nil unless it stops.
    var stopDeadline: Duration?
    /// What is leased to the worker and not settled, under the name of each lease.
    private(set) var held: [OutboxID: Holding] = [:]
    private var results: [Result] = []
    private var stuck: Set<OutboxID> = []
    /// What was leased again before its result was dropped.
    private var again: Set<OutboxID> = []
    /// Whether something is leased to the worker that it does not hold, and that a renewal returns.
    private var needsRenewal = false
    private var load: [LaneID: Int] = [:]

    /// A message that is leased.
    struct Holding: Equatable {
        let worker: WorkerID
        let lane: LaneID
    }

    private struct Result {
        let attempt: Attempt
        let worker: WorkerID
    }

    /// Results that one call writes down.
    struct Batch: Equatable {
        let attempts: [Attempt]
        let worker: WorkerID
    }

    /// How many results one call writes down at most.
    static let batchLimit = 500

    /// The messages that a renewal must not return to the queue.
    var heldIDs: Set<OutboxID> { Set(held.keys) }

    /// What the worker does with its heartbeat now.
    func action(at now: Duration) -> Heartbeat.Action {
        let action = heartbeat.action(at: now)
        guard needsRenewal, case .wait = action, let worker = heartbeat.worker else {
            return action
        }
        return .renew(worker)
    }

    /// Begins a renewal, and gives the messages that it must not return to the queue.
    mutating func renewal() -> Set<OutboxID> {
        needsRenewal = false
        return heldIDs
    }

    /// Whether nothing is under way whose end could still be written down.
    var isDone: Bool { held.count == stuck.count }

    /// How many messages of a lane are under way.
    func load(of lane: LaneID) -> Int { load[lane] ?? 0 }

    /// Takes messages that were leased.
    ///
    /// A message that is still held under the same name was returned to the queue by a settlement
    /// that was not answered. It is not pushed before that is repeated, which would return it while
    /// it is pushed; a renewal returns it at once after that.
    ///
    /// - Returns: Those to push.
    @discardableResult
    mutating func take(_ leases: [Lease], by worker: WorkerID) -> [Lease] {
        let new = leases.filter { held[$0.message.id]?.worker != worker }
        for lease in leases where held[lease.message.id]?.worker == worker {
            again.insert(lease.message.id)
        }
        for lease in new {
            forget(lease.message.id)
            held[lease.message.id] = Holding(worker: worker, lane: lease.message.lane)
            load[lease.message.lane, default: 0] += 1
        }
        return new
    }

    /// Takes the result of a push.
    mutating func finish(_ attempt: Attempt, by worker: WorkerID) {
        results.append(Result(attempt: attempt, worker: worker))
    }

    /// The next results to write down, all of one name; nil if there are none.
    ///
    /// They stay with the worker until ``settled(_:)``: a call that failed is made again.
    func batch(limit: Int = batchLimit) -> Batch? {
        guard let worker = results.first?.worker else { return nil }
        let attempts = results.lazy.filter { $0.worker == worker }.prefix(limit).map(\.attempt)
        return Batch(attempts: Array(attempts), worker: worker)
    }

    /// Drops results that were written down, and the messages with them.
    mutating func settled(_ batch: Batch) {
        drop(batch)
        for attempt in batch.attempts where held[attempt.message.id]?.worker == batch.worker {
            if again.remove(attempt.message.id) != nil { needsRenewal = true }
            forget(attempt.message.id)
        }
    }

    /// Drops results that can never be written down, because a row is damaged.
    ///
    /// Their messages stay with the worker, so that a renewal does not return them, to be pushed again and again.
    mutating func abandoned(_ batch: Batch) {
        drop(batch)
        for attempt in batch.attempts where held[attempt.message.id]?.worker == batch.worker {
            stuck.insert(attempt.message.id)
        }
    }

    private mutating func drop(_ batch: Batch) {
        let ids = Set(batch.attempts.map(\.message.id))
        results.removeAll { $0.worker == batch.worker && ids.contains($0.attempt.message.id) }
    }

    private mutating func forget(_ id: OutboxID) {
        guard let holding = held.removeValue(forKey: id) else { return }
        stuck.remove(id)
        again.remove(id)
        load[holding.lane, default: 1] -= 1
    }
}
