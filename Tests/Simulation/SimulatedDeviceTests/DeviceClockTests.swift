// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
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
