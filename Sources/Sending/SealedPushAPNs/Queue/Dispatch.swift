// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport

/// What all connections of a client decide together: who sends what, when another connection is made, when all is over.
///
/// It does nothing itself: each event gives ``Orders``, which whoever holds it carries out.
struct Dispatch {
    /// Whether a connection takes more pushes.
    enum Room: Hashable {
        /// It takes more, and is to be woken for them.
        case open
        /// It has as many in flight as APNs allows, or as the way takes: another connection would help.
        case full
        /// It is being made, or is not allowed to send for a time: another would fare no better.
        case held
    }

    /// What a connection tells when it asks for pushes.
    struct Report {
        /// What has its result.
        var finished: [(push: Push, result: APNsResult)] = []
        /// What is to be sent again, in the order in which it was sent.
        var returned: [(push: Push, reason: Return)] = []
        /// How many it takes now, and whether it takes more later.
        var count = 0
        var room = Room.held
        /// Whether a push was accepted on it, or refused for what it was.
        var hasWorked = false
        /// Whether its answers show that it is of no use any more, whatever it was before.
        var isFaulty = false
        /// Whether it takes no more at all, and goes when all is answered.
        var isLeaving = false
        /// Why it sends nothing, where it could not be made, or may not.
        var obstacle: PushObstacle?

        /// Whether it tells of no push.
        var isEmpty: Bool { finished.isEmpty && returned.isEmpty }
    }

    /// What a connection gets when it asks.
    struct Turn {
        /// What it is to send.
        var pushes: [Push] = []
        /// Which of its pushes have ended otherwise; their streams are to be reset.
        var abandoned: [Push] = []
        /// Whether it is to ask again at once: it took as many as it wanted, or has room now that it did not have.
        var isMore = false
    }

    /// What is to be done, outside the lock.
    struct Orders {
        /// Who gets a result.
        var ended: [PushQueue.Ended] = []
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

    private struct Station {
        let id: ConnectionID
        var room = Room.held
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
    private var stations: [Station] = []
    private var rule = ConnectRule()
    /// The last connection that was of no use: one from before it says nothing of whether others can be made now.
    private var lastFailure: ConnectionID = -1
    private var phase = Phase.running
    private var nextID = 0
    private var turn = 0

    init(queue: PushQueue, connectionLimit: Int) {
        self.queue = queue
        self.connectionLimit = connectionLimit
    }

    /// How many connections there are, those that are being made and those that leave included.
    var connections: Int { stations.count }

    /// Takes a push.
    mutating func offer(_ push: Push, at now: Duration) -> Orders {
        guard phase == .running else {
            return Orders(ended: [queue.refuse(push, because: .closed)])
        }
        if let ended = queue.offer(push, at: now) { return Orders(ended: [ended]) }
        return orders(at: now)
    }

    /// Ends a push without a result.
    mutating func cancel(_ push: Push, at now: Duration) -> Orders {
        let (ended, connection) = queue.cancel(push)
        if let connection { abandon(push, on: connection) }
        return orders(at: now, ended: ended.map { [$0] } ?? [])
    }

    /// Takes what a connection reports, and gives it what it is to do.
    mutating func exchange(
        _ report: Report,
        with id: ConnectionID,
        at now: Duration
    ) -> (turn: Turn, orders: Orders) {
        let ended = settle(report)
        guard let index = stations.firstIndex(where: { $0.id == id }) else {
            return (Turn(), orders(at: now, ended: ended))
        }
        note(report, of: index)
        if let obstacle = report.obstacle { queue.obstacle = obstacle }
        // Whoever lets a connection go before it has worked may do so with the next.
        if report.isFaulty || report.isLeaving && !stations[index].hasWorked {
            noteFailure(of: index, at: now)
        }
        stations[index].isLeaving = report.isLeaving
        var turn = Turn()
        swap(&turn.abandoned, &stations[index].abandoned)
        if !report.isLeaving { turn.pushes = queue.take(report.count, for: id) }
        stations[index].room = report.isLeaving ? .held : report.room
        let isServed = report.count > 0 && turn.pushes.count == report.count
        turn.isMore = isServed || !turn.abandoned.isEmpty
        stations[index].isAwake = turn.isMore
        return (turn, orders(at: now, ended: ended))
    }

    /// Notes that a connection has ended, or could not be made, and takes back what it had.
    mutating func ended(_ id: ConnectionID, _ report: Report, at now: Duration) -> Orders {
        let ended = settle(report)
        if let index = stations.firstIndex(where: { $0.id == id }) {
            note(report, of: index)
            if report.isFaulty || !stations[index].hasWorked {
                noteFailure(of: index, at: now)
                queue.obstacle = report.obstacle ?? queue.obstacle
            }
            stations.remove(at: index)
        }
        return orders(at: now, ended: ended)
    }

    /// Notes what time it is.
    mutating func tick(at now: Duration) -> Orders {
        orders(at: now, ended: expire(at: now))
    }

    /// Takes no more pushes, and ends when all have their results, at the latest at `end`.
    mutating func close(until end: Duration, at now: Duration) -> Orders {
        switch phase {
        case .running: phase = .closing(until: end)
        case .closing(let other): phase = .closing(until: min(end, other))
        case .over: break
        }
        return orders(at: now)
    }

    /// Notes that a connection is of use.
    private mutating func note(_ report: Report, of index: Int) {
        guard report.hasWorked, !stations[index].hasFailed else { return }
        if !stations[index].hasWorked, stations[index].id > lastFailure { rule.worked() }
        stations[index].hasWorked = true
        queue.obstacle = .time
    }

    /// Notes, once, that a connection was of no use.
    private mutating func noteFailure(of index: Int, at now: Duration) {
        guard phase != .over, !stations[index].hasFailed else { return }
        stations[index].hasFailed = true
        var generator = SystemRandomNumberGenerator()
        rule.failed(at: now, using: &generator)
        lastFailure = max(lastFailure, stations[index].id)
    }

    private mutating func settle(_ report: Report) -> [PushQueue.Ended] {
        var ended = queue.giveBack(report.returned)
        for (push, result) in report.finished {
            if let one = queue.finish(push, with: result) { ended.append(one) }
        }
        return ended
    }

    private mutating func expire(at now: Duration) -> [PushQueue.Ended] {
        let (ended, abandoned) = queue.expire(at: now)
        for (push, connection) in abandoned { abandon(push, on: connection) }
        return ended
    }

    private mutating func abandon(_ push: Push, on id: ConnectionID) {
        guard let index = stations.firstIndex(where: { $0.id == id }) else { return }
        stations[index].abandoned.append(push)
    }

    /// What follows from how things stand, beside what has ended.
    private mutating func orders(at now: Duration, ended: [PushQueue.Ended] = []) -> Orders {
        var orders = Orders(ended: ended)
        if case .closing(let end) = phase, queue.isDone || now >= end {
            phase = .over
            if queue.obstacle == .time { queue.obstacle = .closed }
            orders.ended += expire(at: .seconds(Int64.max))
            orders.closes = stations.map(\.id)
        }
        orders.isOver = phase == .over && stations.isEmpty
        guard phase != .over else { return orders }
        wakeForAbandoned(&orders)
        orders.tick = queue.nextDeadline
        if queue.count > 0 { summon(&orders, at: now) }
        if case .closing(let end) = phase { orders.tick = min(orders.tick ?? end, end) }
        return orders
    }

    private mutating func wakeForAbandoned(_ orders: inout Orders) {
        for index in stations.indices
        where !stations[index].abandoned.isEmpty && !stations[index].isAwake {
            stations[index].isAwake = true
            orders.wakes.append(stations[index].id)
        }
    }

    /// Sees to it that somebody takes what is queued: one that has room, in turn, or a new connection.
    private mutating func summon(_ orders: inout Orders, at now: Duration) {
        var candidate: Int?
        for step in stations.indices {
            let index = (turn + step) % stations.count
            guard stations[index].room == .open else { continue }
            if stations[index].isAwake { return }
            candidate = candidate ?? index
        }
        if let candidate {
            turn = candidate + 1
            stations[candidate].isAwake = true
            orders.wakes.append(stations[candidate].id)
            return
        }
        let staying = stations.filter { !$0.isLeaving }
        // Those that leave are not counted, but they are bounded: each may wait long for its last answer.
        guard staying.count < connectionLimit, stations.count < 2 * connectionLimit,
            staying.allSatisfy({ $0.room == .full })
        else { return }
        guard now >= rule.earliest else {
            orders.tick = min(orders.tick ?? rule.earliest, rule.earliest)
            return
        }
        stations.append(Station(id: nextID))
        orders.connection = nextID
        nextID += 1
    }
}
