// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ServerStore
import Synchronization
package import Tracing

/// A worker of a relay: leases messages from the outbox, pushes them, and writes down what became of them.
///
/// Any number of them share a store. A message belongs to one at a time, by a lease that a heartbeat keeps alive; the
/// messages of a worker that dies return to the queue after 90 seconds.
package final class RelayWorker: Sendable {
    private let store: any RelayStore
    private let routes: [AppEnvironment: PushRoute]
    private let keys: TokenKeyRing
    private let time: WorkerTime
    private let trace: WorkerTrace
    private let notice: @Sendable (Event) -> Void
    private let state = Mutex(WorkerState())
    /// Raised if there may be something to lease, or room for it.
    private let work = Signal()
    /// Raised if there is a result to write down.
    private let results = Signal()

    /// What a worker tells its owner, who counts or logs it.
    package enum Event: Hashable, Sendable {
        /// The store did not do what it was asked; it is asked again.
        case storeFailed(ServerStoreError)
        /// A result cannot be written down, since a row is damaged; the message is not touched again by this worker.
        case abandoned(OutboxID)
        /// A push ended.
        case pushed(AppEnvironment, PushOutcome)
    }

    /// How long a push may take: together with ``Heartbeat/startLimit`` less than a lease.
    package static let pushLimit: Duration = .seconds(50)
    /// How many messages one query leases at most.
    package static let leaseLimit = 500
    /// How much room a worker waits for before it leases more.
    private static let leastLease = 100
    private static let busyPoll: Duration = .milliseconds(100)
    private static let idlePoll: Duration = .seconds(1)
    private static let retryPause: Duration = .seconds(1)
    private static let upkeepInterval: Duration = .seconds(60)

    /// Makes a worker; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - store: Where the messages are.
    ///   - routes: The way for each app and environment; a lane without one waits for another server.
    ///   - keys: The keys of the sealed tokens.
    ///   - time: The monotonic time.
    ///   - tracer: Gets a span for each lease and settlement; the process's tracer unless told.
    ///   - notice: Is told what happens, from any task; it must return at once.
    package init(
        store: any RelayStore,
        routes: [AppEnvironment: PushRoute],
        keys: TokenKeyRing,
        time: WorkerTime = WorkerTime(ContinuousClock()),
        tracer: (any Tracer)? = nil,
        notice: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.store = store
        self.routes = routes
        self.keys = keys
        self.time = time
        trace = WorkerTrace(tracer)
        self.notice = notice
    }

    /// Looks for messages at once, instead of at the next poll.
    package func wake() { work.raise() }

    /// Ends ``run()``: it leases no more, waits for what is under way, and returns the rest to the queue.
    ///
    /// - Parameter limit: How long it waits.
    package func stop(within limit: Duration) {
        let deadline = time.now() + limit
        state.withLock { $0.stopDeadline = min(deadline, $0.stopDeadline ?? deadline) }
        work.raise()
    }

    /// Works until ``stop(within:)``, or until the task is cancelled, which is like a crash: leases lapse.
    package func run() async {
        await withDiscardingTaskGroup { loops in
            loops.addTask { await self.writeResults() }
            loops.addTask { await self.keepUp() }
            await withDiscardingTaskGroup { pushes in
                await lease(into: &pushes)
                pushes.cancelAll()
            }
            await finish()
            loops.cancelAll()
        }
    }

    // MARK: - Leasing

    /// Renews the heartbeat and leases, one after the other: a renewal returns to the queue what it does not know of.
    private func lease(into pushes: inout DiscardingTaskGroup) async {
        var queue = QueueView()
        while !Task.isCancelled, !isOver {
            guard let pause = await beat() else {
                await work.wait(upTo: Self.retryPause, by: time)
                continue
            }
            var count = 0
            if !isStopping {
                do {
                    count = try await lease(into: &pushes, &queue)
                } catch {
                    queue.due = []
                    notice(.storeFailed(error))
                    await work.wait(upTo: Self.retryPause, by: time)
                    continue
                }
            }
            guard count == 0 else { continue }
            let isBusy = state.withLock { !$0.isDone }
            await work.wait(upTo: min(pause, isBusy ? Self.busyPoll : Self.idlePoll), by: time)
        }
    }

    private var isStopping: Bool { state.withLock { $0.stopDeadline != nil } }

    /// Whether the worker stops, and nothing is under way or its time is over.
    private var isOver: Bool {
        state.withLock { state in
            guard let deadline = state.stopDeadline else { return false }
            return state.isDone || deadline <= time.now()
        }
    }

    /// Renews the heartbeat if that is due.
    ///
    /// - Returns: How long it holds on; nil if the store did not answer, or the worker has to begin anew.
    private func beat() async -> Duration? {
        let sent = time.now()
        do {
            switch state.withLock({ $0.action(at: sent) }) {
            case .wait(let pause): return pause
            case .enroll:
                let worker = WorkerID()
                try await store.write { try $0.enroll(worker) }
                state.withLock { $0.heartbeat.succeeded(as: worker, sent: sent) }
            case .renew(let worker):
                let held = state.withLock { $0.renewal() }
                let isAlive = try await store.write { try $0.renew(worker, holding: held) }
                guard isAlive else {
                    state.withLock { $0.heartbeat.lapsed() }
                    return .zero
                }
                state.withLock { $0.heartbeat.succeeded(as: worker, sent: sent) }
            }
            return Heartbeat.interval
        } catch {
            notice(.storeFailed(error))
            return nil
        }
    }

    /// What a worker knows of the queue between its leases.
    private struct QueueView {
        /// What was due at the last look, without what was emptied since.
        var due: Set<OutboxPartition> = []
        var looked: Duration?
        var schedule = LeaseSchedule()
        var lanes: [LaneID: PushRoute] = [:]
    }

    /// Asks each partition that is due once, as far as there is room.
    ///
    /// To look at all partitions costs as much as many messages, so a look holds until it is
    /// emptied, or until the next poll.
    ///
    /// - Returns: How many messages were leased.
    private func lease(
        into pushes: inout DiscardingTaskGroup,
        _ queue: inout QueueView
    ) async throws(ServerStoreError) -> Int {
        let now = time.now()
        if queue.due.isEmpty || queue.looked.map({ now >= $0 + Self.busyPoll }) != false {
            queue.due = try await store.read { try $0.due() }
            queue.looked = now
            if queue.due.contains(where: { queue.lanes[$0.lane] == nil }) {
                let lanes = try await store.read { try $0.lanes() }
                for (id, row) in lanes { queue.lanes[id] = routes[row.app] }
                // What only another server can push does not make this look hold on.
                queue.due = queue.due.filter { queue.lanes[$0.lane] != nil }
            }
        }
        var count = 0
        var asked = queue.due.filter { room(in: $0.lane, queue.lanes) > 0 }
        while let worker = startingWorker {
            let partitions = queue.schedule.next(of: asked)
            guard let first = partitions.first else { break }
            asked.remove(first)
            let room = room(in: first.lane, queue.lanes)
            guard room > 0, let route = queue.lanes[first.lane] else { continue }
            let request = LeaseRequest(
                worker: worker,
                partition: first,
                then: partitions.dropFirst().map(\.shard),
                limit: min(room, Self.leaseLimit)
            )
            let found = try await trace.span("relay.lease", count: \.count) {
                () throws(ServerStoreError) in try await store.write { try $0.lease(request) }
            }
            if found.count < request.limit {
                // They have no more.
                asked.subtract(partitions)
                queue.due.subtract(partitions)
            }
            let leases = state.withLock { $0.take(found, by: worker) }
            for lease in leases {
                pushes.addTask { await self.push(lease, by: worker, on: route) }
            }
            count += leases.count
        }
        return count
    }

    /// How many messages a lane has room for; 0 while that is not worth a query.
    private func room(in lane: LaneID, _ lanes: [LaneID: PushRoute]) -> Int {
        guard let route = lanes[lane] else { return 0 }
        let room = route.capacity - state.withLock { $0.load(of: lane) }
        return room >= min(Self.leastLease, route.capacity) ? room : 0
    }

    /// The worker's name, as long as it may start pushes and needs no renewal.
    private var startingWorker: WorkerID? {
        let now = time.now()
        return state.withLock { state in
            guard state.heartbeat.mayStart(at: now), state.stopDeadline == nil,
                case .wait = state.action(at: now)
            else { return nil }
            return state.heartbeat.worker
        }
    }

    // MARK: - Pushing

    private func push(
        _ lease: Lease,
        by worker: WorkerID,
        on route: PushRoute
    ) async {
        let outcome = await outcome(of: lease, by: worker, on: route)
        notice(.pushed(lease.app, outcome))
        state.withLock { $0.finish(Attempt(lease, outcome), by: worker) }
        results.raise()
    }

    private func outcome(
        of lease: Lease,
        by worker: WorkerID,
        on route: PushRoute
    ) async -> PushOutcome {
        let now = time.now()
        let mayStart = state.withLock { state in
            state.heartbeat.worker == worker && state.heartbeat.mayStart(at: now)
        }
        guard mayStart, !Task.isCancelled else { return .notTried }
        let context = TokenContext(
            device: lease.message.device,
            app: lease.app,
            version: lease.token.version
        )
        let token: [UInt8]
        do {
            token = try keys.open(lease.token.sealed, for: context)
        } catch {
            // A damaged token, or a wrong file of keys: neither says anything about the device or
            // its lane.
            return .tokenUnreadable
        }
        do {
            return try await route.push(lease, to: token, within: Self.pushLimit)
        } catch {
            return .interrupted
        }
    }

    // MARK: - Settlement

    /// Writes results down, those together that came while the last ones were written.
    private func writeResults() async {
        while !Task.isCancelled {
            guard let batch = state.withLock({ $0.batch() }) else {
                await results.wait()
                continue
            }
            do {
                try await write(batch)
            } catch {
                notice(.storeFailed(error))
                await time.sleep(Self.retryPause)
            }
        }
    }

    private func write(_ batch: WorkerState.Batch) async throws(ServerStoreError) {
        do {
            _ = try await trace.span("relay.settle", count: \.self) { () throws(ServerStoreError) in
                try await store.write(.settlement) {
                    try $0.settle(batch.attempts, by: batch.worker)
                }
                return batch.attempts.count
            }
            state.withLock { $0.settled(batch) }
        } catch .damaged where batch.attempts.count > 1 {
            for attempt in batch.attempts {
                try await write(WorkerState.Batch(attempts: [attempt], worker: batch.worker))
            }
        } catch .damaged {
            state.withLock { $0.abandoned(batch) }
            for attempt in batch.attempts { notice(.abandoned(attempt.message.id)) }
        }
        work.raise()
    }

    /// Waits until the results are written down or the time is over, and returns the rest to the queue.
    ///
    /// Results that are not written down by then are tried once more. While that fails nothing is
    /// returned: a message
    /// that the push service has would be pushed again.
    private func finish() async {
        while let deadline = state.withLock({ $0.isDone ? nil : $0.stopDeadline }) {
            let left = deadline - time.now()
            guard left > .zero, !Task.isCancelled else { break }
            await work.wait(upTo: left, by: time)
        }
        guard isStopping else { return }
        do {
            while let batch = state.withLock({ $0.batch() }) { try await write(batch) }
            if let worker = state.withLock({ $0.heartbeat.worker }) {
                try await store.write { try $0.leave(worker) }
            }
        } catch {
            notice(.storeFailed(error))
        }
    }

    // MARK: - Upkeep

    private func keepUp() async {
        var expiry = ExpirySweep()
        var lapse = LapseSweep()
        while !Task.isCancelled {
            do {
                let wall = try await store.now()
                let steady = time.now()
                try await store.sweep(
                    lapsedBefore: lapse.look(wall: wall, steady: steady),
                    expiredBefore: expiry.look(wall: wall, steady: steady)
                )
                work.raise()
            } catch {
                notice(.storeFailed(error))
            }
            await time.sleep(Self.upkeepInterval)
        }
    }
}
