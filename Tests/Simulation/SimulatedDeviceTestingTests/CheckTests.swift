// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import Synchronization
import Testing
import UserNotifications
import XCTest

@testable import SimulatedDeviceTesting

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
        #expect(
            none.handOverFailures.first?.description
                == "the extension handed nothing over: timedOut"
        )
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

    @Test func `a second hand-over from a task that comes later is a failure`() async {
        let twice = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) {
            LateService(handOvers: 2)
        }
        for _ in 0..<10 {
            let (report, failures) = await twice.handOvers(
                of: twice.deliver(payload: Self.payload),
                within: .zero
            )
            #expect(report.handOvers == 2)
            #expect(failures == [.handedOver(times: 2)])
        }
        await withKnownIssue {
            await expectHandedOverOnce(twice.deliver(payload: Self.payload), on: twice)
        }
        let once = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) {
            LateService(handOvers: 1)
        }
        let report = await expectHandedOverOnce(once.deliver(payload: Self.payload), on: once)
        #expect(report.outcome == .handedOver)
        await assertHandedOverOnce(once.deliver(payload: Self.payload), on: once)
    }

    @Test func `who never hands over, and who never lets go, are told`() async {
        let profile = DeviceProfile(app: "com.example.app")
        let never = SimulatedDevice(profile: profile, patience: .milliseconds(50)) {
            Service(handOvers: 0)
        }
        let (_, none) = await never.handOvers(
            of: never.deliver(payload: Self.payload),
            within: .seconds(60)
        )
        #expect(none == [.notHandedOver(.timedOut)])
        let kept = Kept()
        let held = SimulatedDevice(profile: profile, patience: .milliseconds(50)) {
            kept.keep(Service())
        }
        let delivery = held.deliver(payload: Self.payload)
        #expect(await held.handOvers(of: delivery, within: .zero).failures == [.handlerHeld])
        await withKnownIssue {
            await expectHandedOverOnce(delivery, on: held, within: .zero)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("still holds its content handler") }
        }
        kept.letGo()
        await expectHandedOverOnce(delivery, on: held)
    }

    @Test func `the time in which it is shown counts from the push's arrival`() async {
        let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) { Service() }
        device.goOffline()
        let delivery = device.deliver(payload: Self.payload)
        await device.advance(by: .seconds(3600))
        device.goOnline()
        #expect(await delivery.report.failures(shownWithin: .zero) == [])
    }

    @Test func `a planted fault is named by the first sentence, or that is a failure`() async {
        let two = await Self.report(handOvers: 2)
        expectNamed(.handsOverTwice, by: two)
        assertNamed(.handsOverTwice, by: two)
        let none = await Self.report(handOvers: 0)
        expectNamed(.neverHandsOver, by: none)
        #expect(PlantedFault.crash.failures(in: none) == [.notNamed(.crash)])
        withKnownIssue {
            expectNamed(.crash, by: two)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("does not name the fault: crash") }
        }
        #expect(Set(PlantedFault.allCases.map(\.words)).count == PlantedFault.allCases.count)
    }

    @Test func `failures are told in XCTest, too`() async {
        let two = await Self.report(handOvers: 2)
        // XCTest waits for tasks on its thread, which must be none that tasks run on.
        // It knows one running test case in a process, which installs a device where it needs one.
        let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) { Service() }
        let failures = await device.whileInstalled {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let probe = Probe(name: "probe") { _ in
                        assertHandedOverOnce(two)
                        assertShown(two, within: .seconds(-1))
                    }
                    probe.run()
                    continuation.resume(returning: probe.failures)
                }
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

/// Hands over so many times, from a task of its own each.
final class LateService: UNNotificationServiceExtension {
    private let handOvers: Int

    init(handOvers: Int) {
        self.handOvers = handOvers
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let last = Hand(content: request.content, hand: contentHandler)
        for number in 0..<handOvers {
            Task {
                try? await Task.sleep(for: .milliseconds(number * 5))
                last.over()
            }
        }
    }
}

/// A hand-over that any task may do.
private struct Hand: @unchecked Sendable {
    // The content is never changed, and the device's handler may be called from anywhere.
    let content: UNNotificationContent
    let hand: (UNNotificationContent) -> Void

    func over() { hand(content) }
}

/// Somebody who holds extensions that should have gone.
private final class Kept: Sendable {
    private struct Object: @unchecked Sendable {
        // Nobody calls it from here.
        let service: Service
    }

    private let objects = Mutex<[Object]>([])

    func keep(_ service: Service) -> Service {
        let object = Object(service: service)
        objects.withLock { $0.append(object) }
        return service
    }

    func letGo() {
        objects.withLock { $0 = [] }
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
