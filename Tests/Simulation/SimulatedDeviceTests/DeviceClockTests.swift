// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SimulatedDevice

struct DeviceClockTests {
    @Test func `a real clock does what is due by itself`() async throws {
        let clock = DeviceClock(.real)
        let end = Eventual<DeviceClock.Instant>()
        let moment = clock.now.advanced(by: .milliseconds(1))
        clock.schedule(at: moment) { end.resolve(clock.now) }
        let time = await end.value
        #expect(try #require(time) >= moment)
    }

    @Test func `what is cancelled on a real clock is let go of at once`() {
        final class Held: Sendable {}
        let clock = DeviceClock(.real)
        weak var reference: Held?
        do {
            let held = Held()
            reference = held
            let alarm = clock.schedule(at: clock.now.advanced(by: .seconds(3600))) {
                withExtendedLifetime(held) {}
            }
            clock.cancel(alarm)
        }
        #expect(reference == nil)
    }

    @Test func `a task sleeps until a virtual clock is moved`() async throws {
        let device = Device.running()
        let clock = device.clock
        let deadline = clock.now.advanced(by: .seconds(10))
        let task = Task {
            try await clock.sleep(until: deadline)
            return clock.now
        }
        await device.advance(by: .seconds(60))
        #expect(try await task.value >= deadline)
    }

    @Test func `a sleep ends with its task`() async {
        let clock = DeviceClock()
        let task = Task { try await clock.sleep(for: .seconds(10)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `the device's calendar can be wrong, and the true one is not`() async {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let clock = DeviceClock(date: date)
        let device = Device.running(clock: clock)
        device.setWallClock(by: .seconds(-3600))
        await device.advance(by: .seconds(60))
        #expect(clock.trueDate == date + 60)
        #expect(clock.date == date - 3540)
    }
}

struct AgendaTests {
    @Test
    func `what is due comes in the order of its time, and of its making where the time is one`() {
        let done = Mutex<[String]>([])
        var agenda = Agenda()
        for (name, time) in [("late", 3), ("first", 1), ("second", 1), ("never", 9)] {
            _ = agenda.add({ done.withLock { $0.append(name) } }, at: .seconds(time))
        }
        while let entry = agenda.takeFirst(through: .seconds(3)) { entry.action() }
        #expect(done.withLock(\.self) == ["first", "second", "late"])
    }

    @Test func `what was taken out is not done`() {
        var agenda = Agenda()
        let id = agenda.add({}, at: .seconds(1))
        #expect(agenda.remove(id) != nil)
        #expect(agenda.takeFirst(through: .seconds(9)) == nil)
        #expect(agenda.remove(id) == nil)
    }
}

struct DelayedActionsTests {
    @Test func `actions are done in order after the delay, and not when they are cancelled`()
        async throws
    {
        let done = Mutex<[Int]>([])
        let actions = DelayedActions(delay: .milliseconds(5))
        // The second time the thread of the first has ended.
        for round in 0..<2 {
            let start = ContinuousClock.now
            let tickets = (0..<10).map { number in
                actions.add { done.withLock { $0.append(round * 10 + number) } }
            }
            for ticket in tickets where ticket === tickets[3] || ticket === tickets[7] {
                ticket.cancel()
            }
            try await until { done.withLock(\.count) == (round + 1) * 8 }
            #expect(start.duration(to: .now) >= .milliseconds(5))
            withExtendedLifetime(tickets) {}
        }
        let expected = (0..<20).filter { $0 % 10 != 3 && $0 % 10 != 7 }
        #expect(done.withLock(\.self) == expected)
    }

    @Test func `an action whose ticket is gone is not done`() async throws {
        let done = Mutex<[String]>([])
        let actions = DelayedActions(delay: .milliseconds(200))
        _ = actions.add { done.withLock { $0.append("given up") } }
        let last = actions.add { done.withLock { $0.append("last") } }
        try await until { !done.withLock(\.isEmpty) }
        #expect(done.withLock(\.self) == ["last"])
        withExtendedLifetime(last) {}
    }
}

/// How long a connection keeps the clock from being moved, by connections that a test makes up.
struct ClockHoldTests {
    /// Connections that are open for so many looks.
    private final class Connections: Sendable {
        private let looks: Mutex<Int>

        init(looks: Int) { self.looks = Mutex(looks) }

        func isOpen() -> Bool {
            looks.withLock { looks in
                looks -= 1
                return looks >= 0
            }
        }
    }

    private static func hold(looks: Int, limit: Duration = .seconds(30)) -> ClockHold {
        let connections = Connections(looks: looks)
        return ClockHold(limit: limit, patience: .milliseconds(100)) {
            HostActivity(isConnected: connections.isOpen())
        }
    }

    @Test func `a connection holds, and a patience follows its end`() async throws {
        var hold = Self.hold(looks: 4)
        let time = try #require(await hold.wait(for: Eventual<Int>()))
        #expect(time >= .milliseconds(300))
        #expect(hold.left <= .seconds(30) - .milliseconds(200))
    }

    @Test func `without a connection there is one patience`() async {
        var hold = Self.hold(looks: 0)
        #expect(await hold.wait(for: Eventual<Int>()) == nil)
        #expect(hold.left == .seconds(30))
    }

    @Test func `what is open for ever holds no longer than the limit`() async {
        var hold = Self.hold(looks: .max, limit: .milliseconds(200))
        #expect(await hold.wait(for: Eventual<Int>()) != nil)
        #expect(hold.left <= .zero)
        // There is nothing left for the next step of the clock.
        #expect(await hold.wait(for: Eventual<Int>()) == nil)
    }

    @Test(arguments: [(Duration.seconds(2), true), (.seconds(60), false)])
    func `real time passes while a timer runs that still matters`(
        _ timer: Duration,
        _ passes: Bool
    ) async {
        var looks = 0
        var hold = ClockHold(limit: .seconds(30), patience: .milliseconds(100)) {
            looks += 1
            return HostActivity(nextTimer: looks < 4 ? timer : nil)
        }
        var passed = Duration.zero
        let time = await hold.wait(for: Eventual<Int>()) {
            .seconds(30)
        } pass: {
            passed += $0
        }
        #expect(time == nil && hold.left == .seconds(30))
        #expect((passed > .zero) == passes)
    }

    @Test func `an event that is there is waited for no more`() async {
        let event = Eventual<Int>()
        event.resolve(1)
        var hold = Self.hold(looks: .max)
        #expect(await hold.wait(for: event) == nil)
    }
}
