// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport

/// What all connections of a client decide together: who sends what, when another connection is
/// made, when all is over.
///
/// It does nothing itself: each event gives ``Effects``, which its owner carries out.
struct Dispatch {
    /// Whether a connection takes more pushes.
    enum Capacity: Hashable {
        /// It takes more, and is to be woken for them.
        case open
        /// It has as many in flight as APNs allows, or as the way takes: another connection would
        /// help.
        case full
        /// It is being made, or is not allowed to send for a time: another would fare no better.
        case held
    }

    /// What a connection tells when it asks for pushes.
    struct Report {
        /// What has its result.
        var finished: [(push: Push, result: APNsResult)] = []
        /// What is to be sent again, in the order in which it was sent.
        var returned: [(push: Push, reason: Requeue)] = []
        /// How many it takes now, and whether it takes more later.
        var count = 0
        var capacity = Capacity.held
        /// Whether a push was accepted on it, or refused for what it was.
        var hasWorked = false
        /// Whether its answers show that it is of no use any more, whatever it was before.
        var isFaulty = false
        /// Whether it takes no more at all, and goes when all is answered.
        var isLeaving = false
        /// Why it sends nothing, if it could not be made, or may not.
        var obstacle: PushObstacle?

        /// Whether it tells of no push.
        var isEmpty: Bool { finished.isEmpty && returned.isEmpty }
    }

    /// What a connection gets when it asks.
    struct Assignment {
        /// What it is to send.
        var pushes: [Push] = []
        /// Which of its pushes have ended otherwise; their streams are to be reset.
        var abandoned: [Push] = []
        /// Whether it asks again at once: what comes while it does this needs no wake.
        var isMore: Bool { !pushes.isEmpty || !abandoned.isEmpty }
    }

    /// What is to be done, outside the lock.
    struct Effects {
        /// Who gets a result.
        var ended: [Push] = []
        /// Which connections are to ask for pushes.
        var wakes: [ConnectionID] = []
        /// Which connection is to be made.
        var connection: ConnectionID?
        /// When time is to be told at the latest.
        var tick: Duration?
        /// Which connections are to end.
        var closes: [ConnectionID] = []
        /// Whether all is over.
        var isOver = false
    }

    private struct ConnectionSlot {
        let id: ConnectionID
        var capacity = Capacity.held
        var isAwake = false
        var isLeaving = false
        var hasWorked = false
        var hasFailed = false
        var abandoned: [Push] = []
    }

    private enum Phase: Hashable {
        case running
        case closing(until: Duration)
        case over
    }

    private(set) var queue: PushQueue
    private let connectionLimit: Int
    private var slots: [ConnectionSlot] = []
    private var backoff = Backoff(limit: .seconds(60))
    /// The last connection that was of no use: one from before it says nothing of whether others
    /// can be made now.
    private var lastFailure: ConnectionID = -1
    private var phase = Phase.running
    private var nextID = 0
    private var nextSlot = 0

    init(queue: PushQueue, connectionLimit: Int) {
        self.queue = queue
        self.connectionLimit = connectionLimit
    }

    /// How many connections there are, those that are being made and those that leave included.
    var connections: Int { slots.count }

    /// Takes a push.
    mutating func offer(_ push: Push, at now: Duration) -> Effects {
        guard phase == .running else {
            queue.refuse(push, because: .closed)
            return Effects(ended: [push])
        }
        return queue.offer(push, at: now) ? Effects(ended: [push]) : effects(at: now)
    }

    /// Ends a push without a result.
    mutating func cancel(_ push: Push, at now: Duration) -> Effects {
        let (hasEnded, connection) = queue.cancel(push)
        if let connection { abandon(push, on: connection) }
        return effects(at: now, ended: hasEnded ? [push] : [])
    }

    /// Takes what a connection reports, and gives it what it is to do.
    mutating func exchange(
        _ report: Report,
        with id: ConnectionID,
        at now: Duration
    ) -> (assignment: Assignment, effects: Effects) {
        let ended = settle(report)
        guard let index = slots.firstIndex(where: { $0.id == id }) else {
            return (Assignment(), effects(at: now, ended: ended))
        }
        note(report, of: index)
        if let obstacle = report.obstacle { queue.obstacle = obstacle }
        // A server that closes a connection before it has worked may do so with the next.
        if report.isFaulty || report.isLeaving && !slots[index].hasWorked {
            noteFailure(of: index, at: now)
        }
        slots[index].isLeaving = report.isLeaving
        var assignment = Assignment()
        swap(&assignment.abandoned, &slots[index].abandoned)
        if !report.isLeaving { assignment.pushes = queue.take(report.count, for: id) }
        slots[index].capacity = report.isLeaving ? .held : report.capacity
        slots[index].isAwake = assignment.isMore
        return (assignment, effects(at: now, ended: ended))
    }

    /// Notes that a connection has ended, or could not be made, and takes back what it had.
    mutating func ended(_ id: ConnectionID, _ report: Report, at now: Duration) -> Effects {
        let ended = settle(report)
        if let index = slots.firstIndex(where: { $0.id == id }) {
            note(report, of: index)
            if report.isFaulty || !slots[index].hasWorked {
                noteFailure(of: index, at: now)
                queue.obstacle = report.obstacle ?? queue.obstacle
            }
            slots.remove(at: index)
        }
        return effects(at: now, ended: ended)
    }

    /// Notes what time it is.
    mutating func tick(at now: Duration) -> Effects {
        effects(at: now, ended: expire(at: now))
    }

    /// Takes no more pushes, and ends when all have their results, at the latest at `end`.
    mutating func close(until end: Duration, at now: Duration) -> Effects {
        switch phase {
        case .running: phase = .closing(until: end)
        case .closing(let other): phase = .closing(until: min(end, other))
        case .over: break
        }
        return effects(at: now)
    }

    /// Notes that a connection is of use.
    private mutating func note(_ report: Report, of index: Int) {
        guard report.hasWorked, !slots[index].hasFailed else { return }
        if !slots[index].hasWorked, slots[index].id > lastFailure { backoff.worked() }
        slots[index].hasWorked = true
        queue.obstacle = .time
    }

    /// Notes, once, that a connection was of no use.
    private mutating func noteFailure(of index: Int, at now: Duration) {
        guard phase != .over, !slots[index].hasFailed else { return }
        slots[index].hasFailed = true
        var generator = SystemRandomNumberGenerator()
        backoff.failed(at: now, using: &generator)
        lastFailure = max(lastFailure, slots[index].id)
    }

    private mutating func settle(_ report: Report) -> [Push] {
        var ended = queue.giveBack(report.returned)
        for (push, result) in report.finished where queue.finish(push, with: result) {
            ended.append(push)
        }
        return ended
    }

    private mutating func expire(at now: Duration) -> [Push] {
        let (ended, abandoned) = queue.expire(at: now)
        for (push, connection) in abandoned { abandon(push, on: connection) }
        return ended
    }

    private mutating func abandon(_ push: Push, on id: ConnectionID) {
        guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
        slots[index].abandoned.append(push)
    }

    /// What follows from how things stand, beside what has ended.
    private mutating func effects(at now: Duration, ended: [Push] = []) -> Effects {
        var effects = Effects(ended: ended)
        if case .closing(let end) = phase, queue.isDone || now >= end {
            phase = .over
            if queue.obstacle == .time { queue.obstacle = .closed }
            effects.ended += expire(at: .seconds(Int64.max))
            effects.closes = slots.map(\.id)
        }
        effects.isOver = phase == .over && slots.isEmpty
        guard phase != .over else { return effects }
        for index in slots.indices where !slots[index].abandoned.isEmpty && !slots[index].isAwake {
            slots[index].isAwake = true
            effects.wakes.append(slots[index].id)
        }
        effects.tick = queue.nextDeadline
        if queue.count > 0 { requestConnection(&effects, at: now) }
        if case .closing(let end) = phase { effects.tick = min(effects.tick ?? end, end) }
        return effects
    }

    /// Finds a connection for what is queued: one that has capacity, in turn, or a new one.
    private mutating func requestConnection(_ effects: inout Effects, at now: Duration) {
        var candidate: Int?
        for step in slots.indices {
            let index = (nextSlot + step) % slots.count
            guard slots[index].capacity == .open else { continue }
            if slots[index].isAwake { return }
            candidate = candidate ?? index
        }
        if let candidate {
            nextSlot = candidate + 1
            slots[candidate].isAwake = true
            effects.wakes.append(slots[candidate].id)
            return
        }
        let staying = slots.filter { !$0.isLeaving }
        // Those that leave are not counted, but they are bounded: each may wait long for its last
        // answer.
        guard staying.count < connectionLimit, slots.count < 2 * connectionLimit,
            staying.allSatisfy({ $0.capacity == .full })
        else { return }
        guard now >= backoff.earliest else {
            effects.tick = min(effects.tick ?? backoff.earliest, backoff.earliest)
            return
        }
        slots.append(ConnectionSlot(id: nextID))
        effects.connection = nextID
        nextID += 1
    }
}
