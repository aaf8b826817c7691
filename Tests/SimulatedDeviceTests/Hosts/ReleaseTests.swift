// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScriptedExtension
import Synchronization
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
        ] as [([String], ScriptedFault?)]
    )
    func `the extension's object goes with the push`(
        _ steps: [String],
        _ fault: ScriptedFault?
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

    @Test func `a process keeps no account of pushes that are over`() async throws {
        let device = Hosting.ownProcess.device()
        for _ in 0..<10 {
            _ = await device.deliver(payload: Push.scripted("handOver", "handOver")).report
        }
        let host = try #require(device.host as? ProcessHost)
        try await until { host.openRuns == 0 }
    }
}
