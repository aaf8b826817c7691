// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOSSL
import SealedPushCoding
import Synchronization

/// Carries out what a ``Dispatch`` decides: it holds the lock, and outside of it resumes who waits,
/// wakes and makes connections, and tells the time.
final class Dispatcher: Sendable {
    private struct State {
        var dispatch: Dispatch
        var connections: [ConnectionID: APNsConnection] = [:]
        /// When the earliest timer fires that was set.
        var armed: Duration?
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    /// What is to be done outside the lock.
    private struct Work {
        let ended: [Push]
        let wakes: [APNsConnection]
        let closes: [APNsConnection]
        let made: APNsConnection?
        let timer: Duration?
        let closers: [CheckedContinuation<Void, Never>]
    }

    let configuration: APNsConfiguration
    let authority: String
    let tls: NIOSSLContext
    /// The provider tokens; nil if a certificate authenticates.
    let tokens: TokenSource?
    let time: ClientTime
    let observer: Observer

    private let loops: [any EventLoop]
    private let state: Mutex<State>

    init(
        _ configuration: APNsConfiguration,
        tls: NIOSSLContext,
        tokens: TokenSource?,
        on group: any EventLoopGroup,
        time: ClientTime
    ) {
        self.configuration = configuration
        self.tls = tls
        self.tokens = tokens
        self.time = time
        observer = Observer(configuration)
        authority = configuration.authority
        loops = Array(group.makeIterator())
        let queue = PushQueue(limit: max(1, configuration.queueLimit))
        let limit = max(1, min(configuration.connectionLimit, loops.count))
        state = Mutex(State(dispatch: Dispatch(queue: queue, connectionLimit: limit)))
    }

    func offer(_ push: Push) {
        update(at: push.start) { dispatch, now in dispatch.offer(push, at: now) }
    }

    func cancel(_ push: Push) {
        update { dispatch, now in dispatch.cancel(push, at: now) }
    }

    /// Does what is due, if the clock of a test has moved on.
    func tick() {
        tickDeadlines()
        for connection in connections { connection.checkTimer() }
    }

    /// Has all connections ask for pushes.
    func wakeAll() {
        for connection in connections { connection.wake() }
    }

    private var connections: [APNsConnection] { state.withLock { Array($0.connections.values) } }

    func close(within limit: Duration, then closer: CheckedContinuation<Void, Never>? = nil) {
        if let closer { state.withLock { $0.closers.append(closer) } }
        let limit = min(limit, .hours(24))
        update { dispatch, now in dispatch.close(until: now + limit, at: now) }
    }

    /// What a connection is to do next.
    func exchange(_ report: Dispatch.Report, with id: ConnectionID) -> Dispatch.Assignment {
        var assignment = Dispatch.Assignment()
        update { dispatch, now in
            let effects: Dispatch.Effects
            (assignment, effects) = dispatch.exchange(report, with: id, at: now)
            return effects
        }
        return assignment
    }

    /// Decides what becomes of a push that was answered, and of the provider tokens.
    func completion(of answered: ConnectionMachine.Answered, at now: Duration) -> Completion {
        observer.answered(answered.answer, after: answered.time)
        let wasHeld = tokens?.isHeld == true
        // What is refused for another reason may not have come as far.
        if wasHeld, answered.answer.rejection == nil {
            tokens?.accepted(number: answered.tokenNumber)
        }
        // Others wait for the end of the hold.
        defer { if wasHeld, tokens?.isHeld == false { wakeAll() } }
        return Completion(answered.answer, to: answered.push, at: now) { reason in
            let refusal = CredentialRefusal(
                number: answered.tokenNumber,
                reason: reason,
                isFresh: answered.isFresh
            )
            return tokens?.refused(refusal, at: now, date: time.date) ?? refusal.advice
        }
    }

    /// Takes note that a connection has ended.
    func ended(_ id: ConnectionID, _ report: Dispatch.Report) {
        state.withLock { _ = $0.connections.removeValue(forKey: id) }
        update { dispatch, now in dispatch.ended(id, report, at: now) }
    }

    var load: APNsLoad {
        state.withLock { state in
            APNsLoad(
                connections: state.dispatch.connections,
                inFlight: state.dispatch.queue.inFlight,
                queued: state.dispatch.queue.count
            )
        }
    }

    private func update(
        at time: Duration? = nil,
        _ body: (inout Dispatch, Duration) -> Dispatch.Effects
    ) {
        let now = time ?? self.time.now()
        let work = state.withLock { state in
            let effects = body(&state.dispatch, now)
            return plan(effects, at: now, &state)
        }
        perform(work, at: now)
    }

    private func plan(_ effects: Dispatch.Effects, at now: Duration, _ state: inout State) -> Work {
        let made = effects.connection.map { APNsConnection($0, on: loop(in: state), of: self) }
        if let made { state.connections[made.id] = made }
        if let armed = state.armed, armed <= now { state.armed = nil }
        let timer = effects.tick.flatMap { $0 < state.armed ?? .seconds(Int64.max) ? $0 : nil }
        state.armed = timer ?? state.armed
        defer { if effects.isOver { state.closers = [] } }
        return Work(
            ended: effects.ended,
            wakes: effects.wakes.compactMap { state.connections[$0] },
            closes: effects.closes.compactMap { state.connections[$0] },
            made: made,
            timer: timer,
            closers: effects.isOver ? state.closers : []
        )
    }

    /// The event loop with the fewest connections.
    private func loop(in state: State) -> any EventLoop {
        var best = loops[0]
        var least = Int.max
        for loop in loops {
            let count = state.connections.values.count { $0.loop === loop }
            if count < least { (best, least) = (loop, count) }
        }
        return best
    }

    private func perform(_ work: Work, at now: Duration) {
        observer.changed {
            state.withLock {
                let resends = $0.dispatch.queue.resends
                return ($0.dispatch.queue.inFlight, $0.dispatch.queue.count, resends)
            }
        }
        for push in work.ended { push.continuation?.resume(returning: push.result) }
        for connection in work.wakes { connection.wake() }
        for connection in work.closes { connection.shutDown() }
        work.made?.connect()
        if let timer = work.timer {
            loops[0].scheduleTask(in: TimeAmount(timer - now)) { [weak self] in
                self?.tickDeadlines()
            }
        }
        for closer in work.closers { closer.resume() }
    }

    private func tickDeadlines() {
        update { dispatch, now in dispatch.tick(at: now) }
    }
}
