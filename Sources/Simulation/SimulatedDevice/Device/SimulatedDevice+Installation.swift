// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A device for a whole process, for code that asks `UNUserNotificationCenter.current()` from
/// queues of its own.
extension SimulatedDevice {
    /// Makes this the device of the whole process, in place of the one that was it.
    ///
    /// `UNUserNotificationCenter.current()` is its centre then, on every thread and queue, and
    /// donations
    /// go to it. A suite of synchronous tests installs a new one for each test, which so meets
    /// nothing of
    /// the test before: no categories, no notifications, no delegate, no permission that was
    /// granted.
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
    /// XCTest makes an object of the class, and so a device, for each of its tests, and runs one at
    /// a
    /// time. Swift Testing runs many: ``whileInstalled(_:)`` lets each have its turn. Extensions of
    /// other
    /// devices, and what runs ``asApp(_:)``, find their own device all the same. What a test leaves
    /// on a
    /// queue runs in the next test, and meets its device: wait for it.
    public func install() {
        services.install()
    }

    /// Leaves the process without a device, unless another was installed since.
    public func uninstall() {
        services.uninstall()
    }

    /// Does something while this is the device of the whole process; callers take turns.
    ///
    ///     await device.whileInstalled {
    ///         Inbox.register()
    ///         ...
    ///     }
    ///
    /// Not to be called inside of another.
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

/// Lets one after another do something, in the order in which they come.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [Sleeper] = []
    }

    private let state = Mutex(State())

    /// Waits for a turn.
    func begin() async {
        let sleeper = Sleeper()
        state.withLock { state in
            if state.isTaken { state.waiting.append(sleeper) } else { sleeper.wake() }
            state.isTaken = true
        }
        await sleeper.wait()
    }

    /// Gives the turn to the next.
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
