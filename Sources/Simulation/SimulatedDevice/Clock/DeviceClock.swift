// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The clock of a device: virtual, moved by ``SimulatedDevice/advance(by:)`` and reports, or real.
///
/// An extension with a deadline of its own can take the clock as a parameter, and then waits in
/// virtual time as well:
///
///     let device = SimulatedDevice(profile: profile, clock: clock) {
///         NotificationService(clock: clock)
///     }
///
/// Dispatch and URLSession take real time with both kinds.
public final class DeviceClock: Clock, Sendable {
    /// A moment, measured from the start of the device.
    public struct Instant: InstantProtocol, Sendable {
        /// The time since the device was started.
        public let sinceStart: Duration

        /// The moment that comes `duration` after this one.
        public func advanced(by duration: Duration) -> Instant {
            Instant(sinceStart: sinceStart + duration)
        }

        /// The time from this moment to another one.
        public func duration(to other: Instant) -> Duration {
            other.sinceStart - sinceStart
        }

        /// True if `left` comes before `right`.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.sinceStart < right.sinceStart
        }
    }

    /// The kind of a clock.
    public enum Kind: Sendable, Hashable {
        /// The time stands still until the test moves it.
        case virtual
        /// The time is real time.
        case real
    }

    private struct State {
        var uptime = Duration.zero
        var wallClockError = Duration.zero
        var agenda = Agenda()
        /// The tasks that wait on a real clock.
        var timers: [Agenda.ID: Task<Void, Never>] = [:]
    }

    private static let real = ContinuousClock()

    /// The kind of the clock.
    public let kind: Kind
    private let startDate: Date
    private let startInstant = real.now
    private let state = Mutex(State())

    /// Creates a clock that starts now.
    ///
    /// - Parameters:
    ///   - kind: The kind of the clock.
    ///   - date: The date of the device at the start; the present by default.
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

    /// The date of the device's wall clock, which may be wrong.
    public var date: Date {
        trueDate.addingTimeInterval(state.withLock { $0.wallClockError } / .seconds(1))
    }

    /// The right date, whatever the device's wall clock shows.
    var trueDate: Date {
        startDate.addingTimeInterval(now.sinceStart / .seconds(1))
    }

    /// The resolution of the clock; zero for a virtual clock.
    public var minimumResolution: Duration {
        kind == .virtual ? .zero : Self.real.minimumResolution
    }

    /// Sets the wall clock forward or, by a negative duration, back, while no time passes.
    func setWallClock(by jump: Duration) {
        state.withLock { $0.wallClockError += jump }
    }

    /// Waits until `deadline`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
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

    /// Schedules `action` for a moment, on any thread; a past moment means at once.
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

    /// Cancels a scheduled action.
    func cancel(_ id: Agenda.ID) {
        _ = take(id)
    }

    /// Runs the next action until `limit` and moves the time to it; returns whether there was one.
    ///
    /// Without an action the time moves to `limit`. For a virtual clock alone.
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

    /// The moment to which ``step(to:)`` moves the time.
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
