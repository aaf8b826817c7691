// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Testing

/// What an extension can do wrong with its content handler is named, wherever it lives.
struct FaultReportTests {
    @Test(arguments: Hosting.allCases)
    func `a handler that is let go without a call is an event of its own`(
        _ hosting: Hosting
    ) async throws {
        let device = hosting.device(patience: .milliseconds(200))
        let report = await device.report(of: device.deliver(payload: Push.scripted("release")))
        #expect(report.outcome == .timedOut && report.handOvers == 0)
        #expect(report.faults == [.releasedHandler])
        #expect(
            report.kinds == [
                .arrived, .launched, .created, .received, .handlerReleased, .returned,
                .clockMoved(to: .seconds(10)), .warned, .warningReturned, .killed, .shown,
            ]
        )
    }

    @Test(arguments: Hosting.allCases)
    func `a handler that goes with a queue's block is told when it goes`(
        _ hosting: Hosting
    ) async throws {
        let device = hosting.device()
        let payload = Push.scripted("release:title:Ann")
        let report = try #require(await device.finalReport(of: device.deliver(payload: payload)))
        #expect(report.faults == [.releasedHandler])
    }

    @Test(arguments: Hosting.allCases)
    func `a handler that goes after its call, or with the extension, is no event`(
        _ hosting: Hosting
    ) async throws {
        let device = hosting.device()
        for payload in [Push.scripted("handOver", "release"), Push.scripted("handOver")] {
            let report = try #require(
                await device.finalReport(of: device.deliver(payload: payload))
            )
            #expect(report.faults == [])
            #expect(!report.kinds.contains(.handlerReleased))
        }
        let killed = device.deliver(payload: Push.scripted())
        await device.advance(by: .seconds(60))
        let report = try #require(await device.finalReport(of: killed))
        #expect(report.faults == [.neverHandedOver])
        #expect(!report.kinds.contains(.handlerReleased))
    }

    @Test(arguments: Hosting.allCases)
    func `a first hand-over at the warning is an event of its own`(_ hosting: Hosting) async {
        let device = hosting.device()
        let delivery = device.deliver(
            payload: Push.scripted([], warned: ["title:best", "handOver"])
        )
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(report.outcome == .handedOver && report.handOvers == 1)
        #expect(report.faults == [.handedOverAtWarning])
        #expect(report.kinds.contains(.handedOverAtWarning) && !report.kinds.contains(.handedOver))
    }

    @Test(arguments: DeviceProfile.ScriptedFault.Step.allCases)
    func `a crash on the way lets no handler go`(_ step: DeviceProfile.ScriptedFault.Step) async {
        let device = Hosting.inProcess.device()
        device.profile.fault = .crash(at: step)
        let delivery = device.deliver(payload: Push.scripted([], warned: ["handOver"]))
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(!report.kinds.contains(.handlerReleased))
    }
}
