// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MarketingSuite
import SimulatedDevice
import Testing
import UserNotifications
import XCTest

/// Runs the SDK's own suite, one test after another, on a thread as XCTest has one.
struct SynchronousSuiteTests {
    private struct Case: @unchecked Sendable {
        // One thread runs it, and it is read when that is done.
        let object: BeaconCategoriesTests
    }

    @Test(arguments: 1...3)
    func `a suite of synchronous tests runs unchanged on an installed device`(_ run: Int) async {
        let cases = BeaconCategoriesTests.allTests.map { name, test in
            Case(
                object: BeaconCategoriesTests(name: name) { object in
                    try (object as? BeaconCategoriesTests).map { try test($0)() }
                }
            )
        }
        // Nobody else installs a device meanwhile.
        let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.shop")) {
            UNNotificationServiceExtension()
        }
        await device.whileInstalled {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    for test in cases { test.object.run() }
                    continuation.resume()
                }
            }
        }
        #expect(cases.flatMap(\.object.failures) == [])
        #expect(cases.allSatisfy { $0.object.testRun?.executionCount == 1 })
        #expect(cases.count == 5)
    }
}
