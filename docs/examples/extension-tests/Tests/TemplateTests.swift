// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import SimulatedDeviceTesting
import Testing

@testable import Template

struct TemplateTests {
    private let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.chat")) {
        NotificationService()
    }

    @Test func `the title is changed, once`() async {
        let payload = #"{"aps":{"alert":{"title":"Ann","body":"Hello"},"mutable-content":1}}"#
        let report = await device.deliver(payload: payload).report
        #expect(report.outcome == .handedOver)
        expectHandedOverOnce(report)
        #expect(report.shown?.lines == ["Ann [modified]", "Hello"])
    }

    @Test func `a push that is not mutable is shown as it is`() async {
        let report = await device.deliver(payload: #"{"aps":{"alert":"Hello"}}"#).report
        #expect(report.outcome == .notLaunched(.notMutable))
        #expect(report.shown?.lines == ["Hello"])
    }

    @Test func `a process of its own gives the same`() async {
        // The program is built beside the tests.
        let program = Bundle.main.executableURL?.deletingLastPathComponent()
            .appendingPathComponent("TemplateHost")
        let device = SimulatedDevice(
            profile: DeviceProfile(app: "com.example.chat"),
            executable: program ?? URL(fileURLWithPath: "TemplateHost")
        )
        let payload = #"{"aps":{"alert":{"title":"Ann","body":"Hello"},"mutable-content":1}}"#
        let report = await expectHandedOverOnce(device.deliver(payload: payload), on: device)
        #expect(report.shown?.lines == ["Ann [modified]", "Hello"])
        #expect((report.peakMemory ?? 0) > 0)
    }
}
