// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SimulatedDevice

/// The limit of memory, which holds for a process of its own.
struct MemoryLimitTests {
    static let limits = [
        DeviceProfile.ExtensionLimits.memory12, DeviceProfile.ExtensionLimits.memory16,
        DeviceProfile.ExtensionLimits.memory24,
    ]

    private func device(_ limit: Int) -> SimulatedDevice {
        let device = Hosting.ownProcess.device()
        device.profile.limits.memory = limit
        return device
    }

    @Test(arguments: limits)
    func `who takes more than the limit is killed, and the next push starts anew`(
        _ limit: Int
    ) async throws {
        let device = device(limit)
        let megabytes = limit >> 20
        let report = await device.deliver(payload: Push.scripted("hog:\(megabytes)", "handOver"))
            .report
        #expect(report.outcome == .killedForMemory)
        #expect(report.kinds == [.arrived, .launched, .created, .received, .killed, .shown])
        #expect(try #require(report.peakMemory) > limit)
        let next = await device.deliver(payload: Push.scripted("handOver")).report
        #expect(next.outcome == .handedOver)
    }

    @Test(arguments: limits)
    func `who takes less is not`(_ limit: Int) async throws {
        let device = device(limit)
        let megabytes = (limit >> 20) / 2
        let report = await device.deliver(payload: Push.scripted("hog:\(megabytes)", "handOver"))
            .report
        #expect(report.outcome == .handedOver)
        let peak = try #require(report.peakMemory)
        #expect(peak > megabytes << 20)
        #expect(peak < limit)
    }

    @Test(
        arguments: [
            (["hog:40"], [], [.created, .received, .killed, .shown]),
            (["later:hog:40"], [], [.created, .received, .returned, .killed, .shown]),
            ([], ["hog:40"], [.created, .received, .returned, .warned, .killed, .shown]),
            (["handOver", "hog:40"], [], [.created, .received, .handedOver, .shown, .killed]),
        ] as [([String], [String], [DeliveryReport.Event.Kind])]
    )
    func `memory counts at every step`(
        _ steps: [String],
        _ warned: [String],
        _ kinds: [DeliveryReport.Event.Kind]
    ) async {
        let device = device(DeviceProfile.ExtensionLimits.memory24)
        let delivery = device.deliver(payload: Push.scripted(steps, warned: warned))
        if !warned.isEmpty { await device.advance(by: .seconds(31)) }
        let report = await delivery.report
        // What works on another thread may be seen before didReceive has returned.
        let isLater = steps.first?.hasPrefix("later") == true
        let seen = report.kinds.filter { !isLater || $0 != .returned }
        #expect(seen == [.arrived, .launched] + kinds.filter { !isLater || $0 != .returned })
    }

    @Test func `memory counts before there is an extension`() async throws {
        let program = try Program(named: "hogging")
        let device = SimulatedDevice(profile: Device.profile, executable: program.file)
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.outcome == .killedForMemory)
        #expect(report.kinds == [.arrived, .launched, .killed, .shown])
    }

    @Test func `a gauge reads anonymous memory, and nothing where there is no process`() throws {
        let gauge = MemoryGauge(folder: "/proc/self")
        let size = 64 << 20
        // Other tests of the process may free as much in the same moment, but not each time.
        let grown = try (0..<10).contains { _ in
            let before = try #require(gauge.anonymousMemory)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
            defer { unsafe memory.deallocate() }
            unsafe memory.initializeMemory(as: UInt8.self, repeating: 1, count: size)
            return try #require(gauge.anonymousMemory) > before + size / 2
        }
        #expect(grown)
        #expect(MemoryGauge(folder: "/nowhere").anonymousMemory == nil)
    }
}
