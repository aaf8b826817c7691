// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import SealedPush
import SimulatedDevice
import TestSupport
import Testing

/// Many pushes; `make long` runs twenty times as many.
struct StressTests {
    private static let factor = LongRun.isOn ? 20 : 1

    @Test(arguments: [(Hosting.inProcess, 10_000), (.ownProcess, 2_000)])
    func `of two threads that hand over at once one wins`(
        _ hosting: Hosting,
        _ count: Int
    ) async {
        let device = hosting.device()
        for _ in 0..<count * Self.factor {
            let report = await device.deliver(
                payload: Push.scripted("race"),
                headers: ["apns-collapse-id": "race"]
            ).report
            #expect(report.outcome == .handedOver)
            #expect(report.handOvers == 2)
            #expect(report.kinds.count { $0 == .handedOver } == 1)
            #expect(report.kinds.count { $0 == .shown } == 1)
        }
    }

    @Test func `10,000 pushes leave nothing on the heap of the test's process`() async {
        // Other tests would be measured with it.
        await #expect(processExitsWith: .success) {
            let growth = await Self.growth(Hosting.inProcess.device()) { _ in
                Int(allocated_bytes())
            }
            exit(growth <= Self.limit ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `10,000 pushes leave nothing on the heap of the extension's process`() async {
        let growth = await Self.growth(Hosting.ownProcess.device()) { report in
            let allocated = report.shown?.content.userInfo?.root["allocated"]?.integer
            #expect(allocated != nil, "\(report.outcome)")
            return allocated ?? .max
        }
        #expect(growth <= Self.limit)
    }

    /// How many bytes 10,000 pushes may add.
    private static let limit = 64 << 10

    /// How many bytes 10,000 pushes add, or twenty times as many, once some have warmed the process
    /// up.
    ///
    /// A push may not be quite over when the next is: of the last 100 before and of the last 100
    /// after the least counts. A thread that comes late keeps some memory for itself, which is
    /// warm-up, too: where it is too much, up to twice as many more pushes tell whether that goes
    /// on.
    private static func growth(
        _ device: SimulatedDevice,
        allocated: (DeliveryReport) -> Int
    ) async -> Int {
        // The device keeps the last 1000 that came.
        var before = await least(device, of: 1_500, allocated: allocated)
        var growth = Int.max
        for _ in 0..<3 where growth > limit {
            let after = await least(device, of: 10_000 * factor, allocated: allocated)
            growth = after - before
            before = after
        }
        print("10,000 pushes, \(factor) times, added \(growth) bytes")
        return growth
    }

    /// The least that is allocated in the last 100 of some pushes.
    private static func least(
        _ device: SimulatedDevice,
        of count: Int,
        allocated: (DeliveryReport) -> Int
    ) async -> Int {
        var least = Int.max
        for number in 0..<count {
            let report = await device.deliver(
                payload: Push.scripted("allocated", "handOver"),
                headers: ["apns-collapse-id": "one"]
            ).report
            if number >= count - 100 { least = min(least, allocated(report)) }
        }
        return least
    }
}
