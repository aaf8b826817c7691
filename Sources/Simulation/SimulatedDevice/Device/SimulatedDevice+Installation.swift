// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A device for a whole process, for code that calls `UNUserNotificationCenter.current()` on its
/// own queues.
extension SimulatedDevice {
    /// Makes this the device of the whole process, instead of the one before.
    ///
    /// `UNUserNotificationCenter.current()` is then its center on every thread and queue, and it
    /// gets all donations. A suite of synchronous tests installs a new device for each test, so no
    /// categories, notifications, delegates or permissions of the previous test remain.
    ///
    ///     final class InboxTests: XCTestCase {
    ///         private let device = SimulatedDevice(profile: profile) { NotificationService() }
    ///         override func setUp() { device.install() }
    ///         override func tearDown() { device.uninstall() }
    ///
    ///         func testCategories() {
    ///             let done = expectation(description: "categories")
    ///             Inbox.register { done.fulfill() }
    ///             wait(for: [done], timeout: 5)
    ///         }
    ///     }
    ///
    /// XCTest creates an object of the class, and so a device, for each test, and runs one test at
    /// a time. Swift Testing runs many at once: use ``whileInstalled(_:)``, which makes them take
    /// turns. Extensions of other devices and code in ``asApp(_:)`` still find their own device.
    /// Work that a test leaves on a queue runs on the next test's device, so wait for it.
    public func install() {
        services.install()
    }

    /// Removes the device from the process, unless another one was installed since.
    public func uninstall() {
        services.uninstall()
    }

    /// Runs `body` while this is the device of the whole process; callers take turns.
    ///
    ///     await device.whileInstalled {
    ///         Inbox.register()
    ///         ...
    ///     }
    ///
    /// A call inside another one never returns.
    public func whileInstalled<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        await Self.turns.begin()
        install()
        defer {
            uninstall()
            Self.turns.end()
        }
        return try await asApp(body)
    }

    private static let turns = Turns()

    private var services: AppServices { AppServices(center: front, donations: donationList) }
}

/// A lock that callers get in the order of their calls.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [Sleeper] = []
    }

    private let state = Mutex(State())

    /// Waits for the caller's turn.
    func begin() async {
        let sleeper = Sleeper()
        state.withLock { state in
            if state.isTaken { state.waiting.append(sleeper) } else { sleeper.wake() }
            state.isTaken = true
        }
        await sleeper.wait()
    }

    /// Passes the turn to the next caller.
    func end() {
        let next = state.withLock { state -> Sleeper? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.wake()
    }
}
