// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScriptedExtension
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// What is left of a push: nothing.
struct ReleaseTests {
    /// Knows an extension without holding it.
    final class Trace: Sendable {
        private struct Weak: @unchecked Sendable {
            weak var object: UNNotificationServiceExtension?
        }

        private let state = Mutex(Weak())

        var isGone: Bool { state.withLock { $0.object == nil } }

        func follow(_ object: UNNotificationServiceExtension) {
            let weak = Weak(object: object)
            state.withLock { $0 = weak }
        }
    }

    @Test(
        arguments: [
            (["handOver"], nil), (["later:handOver"], nil), (["handOver", "handOver"], nil),
            ([], nil),
            (["handOver"], .crash(at: .reception)), (["handOver"], .crash(at: .beforeHandOver)),
            (["handOver"], .memoryKill(at: .creation)),
            (["handOver"], .memoryKill(at: .afterHandOver)),
        ] as [([String], DeviceProfile.ScriptedFault?)]
    )
    func `the extension's object goes with the push`(
        _ steps: [String],
        _ fault: DeviceProfile.ScriptedFault?
    ) async throws {
        let trace = Trace()
        let device = SimulatedDevice(profile: Device.profile) {
            let made = PayloadExtension()
            trace.follow(made)
            return made
        }
        device.profile.fault = fault
        let delivery = device.deliver(payload: Push.scripted(steps))
        if steps.isEmpty { await device.advance(by: .seconds(60)) }
        _ = await delivery.report
        try await until { trace.isGone }
    }

    @Test func `an extension that keeps its handler does not keep the device`() async {
        let held = Mutex<HandedObject<Device.Hand>?>(nil)
        weak var trace: SimulatedDevice?
        do {
            let device = Device.running { _, hand in held.withLock { $0 = HandedObject(hand) } }
            trace = device
            let delivery = device.deliver(payload: Push.mutable)
            await device.advance(by: .seconds(60))
            _ = await delivery.report
        }
        #expect(trace == nil)
        #expect(held.withLock { $0 != nil })
    }

    @Test(arguments: Hosting.allCases)
    func `an extension may ask the system, and wait, as its object goes`(
        _ hosting: Hosting
    ) async throws {
        let device = hosting.device()
        for count in 1...5 {
            let report = await device.deliver(
                payload: Push.scripted("farewell:date,setBadge:1,donate:bye \(count)", "handOver")
            ).report
            #expect(report.outcome == .handedOver)
            try await until { device.donations.count == count }
        }
    }

    @Test func `an extension whose object never goes keeps no push waiting`() async throws {
        let device = Hosting.ownProcess.device()
        for number in 0..<5 {
            let delivery = device.deliver(payload: Push.scripted("farewell:hang", "handOver"))
            try await until { delivery.reportSoFar != nil }
            #expect(delivery.reportSoFar?.outcome == .handedOver, "\(number)")
        }
    }

    @Test func `a process keeps no account of pushes that are over`() async throws {
        let device = Hosting.ownProcess.device()
        for _ in 0..<10 {
            _ = await device.deliver(payload: Push.scripted("handOver", "handOver")).report
        }
        let host = try #require(device.host as? ProcessHost)
        try await until { host.openRuns == 0 }
    }
}
