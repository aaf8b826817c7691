// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The time on the device: virtual, moved by ``SimulatedDevice/advance(by:)`` alone, or real.
///
/// An extension that has a deadline of its own can be given it as any other clock, and then takes
/// no real time either:
///
///     let device = SimulatedDevice(profile: profile) { NotificationService(clock: clock) }
///
/// What Dispatch and URLSession do takes real time on both.
public final class DeviceClock: Clock, Sendable {
    /// A moment, as the time since the device was started.
    public struct Instant: InstantProtocol, Sendable {
        /// The time since the device was started.
        public let sinceStart: Duration

        /// The moment that long after this one.
        public func advanced(by duration: Duration) -> Instant {
            Instant(sinceStart: sinceStart + duration)
        }

        /// How long after this one the other moment comes.
        public func duration(to other: Instant) -> Duration {
            other.sinceStart - sinceStart
        }

        /// Whether `left` comes before `right`.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.sinceStart < right.sinceStart
        }
    }

    /// Who moves the time.
    public enum Kind: Sendable, Hashable {
        /// It stands until the test moves it.
        case virtual
        /// It passes as it does outside.
        case real
    }

    private struct State {
        var uptime = Duration.zero
        var wallClockError = Duration.zero
        var agenda = Agenda()
        /// What waits on a real clock, in place of whoever moves a virtual one.
        var timers: [Agenda.ID: Task<Void, Never>] = [:]
    }

    private static let real = ContinuousClock()

    /// Who moves the time.
    public let kind: Kind
    private let startDate: Date
    private let startInstant = real.now
    private let state = Mutex(State())

    /// A clock that was just started.
    ///
    /// - Parameters:
    ///   - kind: Who moves the time.
    ///   - date: What the device's calendar says then; the present unless told.
    public init(_ kind: Kind = .virtual, date: Date = Date()) {
        self.kind = kind
        startDate = date
    }

    /// The present moment.
    public var now: Instant {
        switch kind {
        case .virtual: Instant(sinceStart: state.withLock { $0.uptime })
        case .real: Instant(sinceStart: startInstant.duration(to: Self.real.now))
        }
    }

    /// What the device's calendar and clock say, right or wrong.
    public var date: Date {
        trueDate.addingTimeInterval(state.withLock { $0.wallClockError } / .seconds(1))
    }

    /// The date and time as they are, whatever the device takes them for.
    public var trueDate: Date {
        startDate.addingTimeInterval(now.sinceStart / .seconds(1))
    }

    /// The shortest time that can be told apart.
    public var minimumResolution: Duration {
        kind == .virtual ? .zero : Self.real.minimumResolution
    }

    /// Sets the calendar and clock forward or, by a negative duration, back, without any time passing.
    func setWallClock(by jump: Duration) {
        state.withLock { $0.wallClockError += jump }
    }

    /// Waits until `deadline`.
    ///
    /// - Throws: `CancellationError` where the task was cancelled first.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let sleeper = Sleeper()
        let alarm = schedule(at: deadline) { sleeper.wake() }
        await withTaskCancellationHandler {
            await sleeper.wait()
        } onCancel: {
            cancel(alarm)
            sleeper.wake()
        }
        try Task.checkCancellation()
    }

    /// Has `action` done at a moment, on any thread; at once where that has passed.
    @discardableResult
    func schedule(at moment: Instant, _ action: @escaping @Sendable () -> Void) -> Agenda.ID {
        let (id, isDue) = state.withLock { state in
            let isDue = kind == .virtual && moment.sinceStart <= state.uptime
            let id = state.agenda.add(action, at: isDue ? nil : moment.sinceStart)
            if kind == .real { state.timers[id] = timer(for: id, at: moment) }
            return (id, isDue)
        }
        if isDue { action() }
        return id
    }

    private func timer(for id: Agenda.ID, at moment: Instant) -> Task<Void, Never> {
        Task {
            try? await Task.sleep(for: now.duration(to: moment), clock: Self.real)
            if !Task.isCancelled { take(id)?() }
        }
    }

    /// Forgets an action that was not done yet.
    func cancel(_ id: Agenda.ID) {
        _ = take(id)
    }

    /// Does what is next within `limit`, and moves the time there; says whether there was something.
    ///
    /// With nothing left the time moves to `limit`. For a virtual clock alone.
    func step(to limit: Instant) -> Bool {
        let next = state.withLock { state -> Agenda.Entry? in
            guard let next = state.agenda.takeFirst(through: limit.sinceStart) else {
                state.uptime = max(state.uptime, limit.sinceStart)
                return nil
            }
            state.uptime = max(state.uptime, next.time)
            return next
        }
        next?.action()
        return next != nil
    }

    /// Where ``step(to:)`` moves the time.
    func nextStep(to limit: Instant) -> Instant {
        state.withLock { state in
            let next = min(state.agenda.firstTime ?? limit.sinceStart, limit.sinceStart)
            return Instant(sinceStart: max(next, state.uptime))
        }
    }

    private func take(_ id: Agenda.ID) -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.timers.removeValue(forKey: id)?.cancel()
            return state.agenda.remove(id)?.action
        }
    }
}
