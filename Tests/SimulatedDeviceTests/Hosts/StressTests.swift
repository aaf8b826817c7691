// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import SealedPush
import SimulatedDevice
import Testing

/// Many pushes; `make device` runs twenty times as many.
@Suite(.serialized)
struct StressTests {
    private static let factor =
        ProcessInfo.processInfo.environment["SEALEDPUSH_DEVICE"] == nil ? 1 : 20

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

    @Test func `thousands of pushes leave nothing on the heap of the test's process`() async {
        // Other tests would be measured with it.
        await #expect(processExitsWith: .success) {
            let growth = await Self.growth(Hosting.inProcess.device(), of: 3_000) { _ in
                Int(allocated_bytes())
            }
            exit(growth <= Self.limit ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `10,000 pushes leave nothing on the heap of the extension's process`() async {
        let growth = await Self.growth(Hosting.ownProcess.device(), of: 10_000) { report in
            let allocated = report.shown?.content.userInfo?.root["allocated"]?.integer
            #expect(allocated != nil, "\(report.outcome)")
            return allocated ?? .max
        }
        #expect(growth <= Self.limit)
    }

    /// How many bytes 10,000 pushes may add.
    private static let limit = 64 << 10

    /// How many bytes 10,000 pushes add, once some have warmed the process up.
    ///
    /// Of each tenth the least counts that was seen in its second half, as a push may not be quite
    /// over when the next is; and of the ten the one in the middle: a thread that comes along keeps
    /// some memory in store for itself, once.
    private static func growth(
        _ device: SimulatedDevice,
        of count: Int,
        allocated: (DeliveryReport) -> Int
    ) async -> Int {
        // The device keeps the last 1000 that came.
        _ = await least(device, of: 1_200, allocated: allocated)
        let part = count * factor / 10
        var totals: [Int] = []
        for _ in 0..<11 { totals.append(await least(device, of: part, allocated: allocated)) }
        let growths = zip(totals.dropFirst(), totals).map { $0 - $1 }.sorted()
        return growths[growths.count / 2] * 10_000 / part
    }

    /// The least that is allocated in the second half of some pushes.
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
            if number >= count / 2 { least = min(least, allocated(report)) }
        }
        return least
    }
}
