// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import SimulatedDeviceTesting
import Testing
import UserNotifications
import XCTest

struct CheckTests {
    static let payload = #"{"aps":{"alert":"Dinner?","mutable-content":1}}"#

    /// The report of a push to an extension that hands over so many times, after so long.
    static func report(handOvers: Int, after delay: Duration = .zero) async -> DeliveryReport {
        let clock = DeviceClock()
        let profile = DeviceProfile(app: "com.example.app")
        let device = SimulatedDevice(profile: profile, clock: clock) {
            Service(handOvers: delay == .zero ? handOvers : 0, lastly: handOvers)
        }
        let delivery = device.deliver(payload: payload)
        await device.advance(by: delay)
        await device.advance(by: .seconds(60))
        return await delivery.report
    }

    @Test func `one hand-over is as it should be`() async {
        let report = await Self.report(handOvers: 1)
        #expect(report.handOverFailures == [])
        expectHandedOverOnce(report)
        assertHandedOverOnce(report)
    }

    @Test func `none, and more than one, are told`() async {
        let none = await Self.report(handOvers: 0)
        #expect(none.handOverFailures == [.notHandedOver(.timedOut)])
        let two = await Self.report(handOvers: 2)
        #expect(two.handOverFailures == [.handedOver(times: 2)])
        withKnownIssue {
            expectHandedOverOnce(none)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("timedOut") }
        }
        withKnownIssue { expectHandedOverOnce(two) }
    }

    @Test func `what is shown late, or not at all, is told`() async {
        let late = await Self.report(handOvers: 1, after: .seconds(1))
        #expect(late.failures(shownWithin: .seconds(29)) == [.shownLate(after: .seconds(30))])
        #expect(late.failures(shownWithin: .seconds(30)) == [])
        expectShown(late, within: .seconds(30))
        assertShown(late, within: .seconds(30))
        withKnownIssue { expectShown(late, within: .seconds(29)) }
        let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) { Service() }
        let lost = await device.deliver(payload: "{}").report
        #expect(lost.failures(shownWithin: .seconds(1)) == [.notShown(.lost(.payloadMalformed))])
    }

    @Test func `failures are told in XCTest, too`() async {
        let two = await Self.report(handOvers: 2)
        // XCTest waits for tasks on its thread, which must be none that tasks run on.
        let failures = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let probe = Probe(name: "probe") { _ in
                    assertHandedOverOnce(two)
                    assertShown(two, within: .seconds(-1))
                }
                probe.run()
                continuation.resume(returning: probe.failures)
            }
        }
        #expect(failures.count == 2)
        #expect(failures.first?.contains("handed over 2 times") == true)
    }
}

/// Hands over so many times, at once or when it is warned.
final class Service: UNNotificationServiceExtension {
    private let handOvers: Int
    private let lastly: Int
    private var hand: ((UNNotificationContent) -> Void)?

    init(handOvers: Int = 1, lastly: Int = 0) {
        self.handOvers = handOvers
        self.lastly = lastly
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        hand = contentHandler
        for _ in 0..<handOvers { contentHandler(request.content) }
    }

    override func serviceExtensionTimeWillExpire() {
        let content = UNMutableNotificationContent()
        content.body = "late"
        for _ in 0..<lastly { hand?(content) }
    }
}

/// A test case that keeps its failures for itself.
final class Probe: XCTestCase {
    var failures: [String] = []

    override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        failures.append(description)
    }
}
