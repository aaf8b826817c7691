// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import SimulatedDevice

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
