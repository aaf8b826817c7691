// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Testing

/// Failures that the device brings about: the same at every step in either host.
struct ScriptedFaultTests {
    typealias Kind = DeliveryReport.Event.Kind

    /// What happens until the extension comes to the step.
    static func beginning(_ step: DeviceProfile.ScriptedFault.Step) -> [Kind] {
        switch step {
        case .launch: [.arrived, .launched]
        case .creation: beginning(.launch) + [.created]
        case .reception, .beforeHandOver: beginning(.creation) + [.received]
        case .work: beginning(.reception) + [.returned]
        case .warning: beginning(.work) + [.warned]
        case .afterHandOver: beginning(.reception) + [.handedOver, .shown]
        }
    }

    /// What the extension does, so that it comes to the step.
    static func payload(_ step: DeviceProfile.ScriptedFault.Step) -> String {
        switch step {
        case .work, .warning: Push.scripted("title:Ann", warned: ["handOver"])
        default: Push.scripted("title:Ann", "handOver", warned: ["handOver"])
        }
    }

    @Test(arguments: DeviceProfile.ScriptedFault.Step.allCases, Hosting.allCases)
    func `a crash at a step`(_ step: DeviceProfile.ScriptedFault.Step, _ hosting: Hosting) async {
        await check(.crash(at: step), .crashed, .crashed("signal 6"), in: hosting)
    }

    @Test(arguments: DeviceProfile.ScriptedFault.Step.allCases, Hosting.allCases)
    func `a memory kill at a step`(_ step: DeviceProfile.ScriptedFault.Step, _ hosting: Hosting)
        async
    {
        await check(.memoryKill(at: step), .killedForMemory, .killed, in: hosting)
    }

    private func check(
        _ fault: DeviceProfile.ScriptedFault,
        _ outcome: DeliveryReport.Outcome,
        _ end: Kind,
        in hosting: Hosting
    ) async {
        let step = fault.step
        let device = hosting.device()
        // The first push finds no process, the second one that another push has used.
        for _ in 0..<2 {
            device.profile.fault = fault
            let delivery = device.deliver(payload: Self.payload(step))
            await device.advance(by: .seconds(60))
            let report = await delivery.report
            let isShown = step == .afterHandOver
            #expect(report.outcome == (isShown ? .handedOver : outcome))
            #expect(report.kinds == Self.beginning(step) + [end] + (isShown ? [] : [.shown]))
            #expect(report.shown?.lines == (isShown ? ["Ann"] : []) + ["Dinner at eight?"])

            device.profile.fault = nil
            let next = await device.deliver(payload: Push.scripted("handOver")).report
            #expect(next.outcome == .handedOver)
        }
    }

    @Test(arguments: Hosting.allCases)
    func `a step that is not reached fails nobody`(_ hosting: Hosting) async {
        let device = hosting.device()
        for step in [DeviceProfile.ScriptedFault.Step.work, .warning] {
            device.profile.fault = .crash(at: step)
            let report = await device.deliver(payload: Push.scripted("handOver")).report
            #expect(report.outcome == .handedOver)
        }
    }

    @Test(arguments: Hosting.allCases)
    func `a crash drops the push of an app that may filter, a kill does not`(
        _ hosting: Hosting
    ) async {
        let device = hosting.device()
        device.profile.mayFilter = true
        for (fault, outcome) in [
            (
                DeviceProfile.ScriptedFault.crash(at: .reception),
                DeliveryReport.Outcome.droppedAfterCrash
            ),
            (.memoryKill(at: .reception), .killedForMemory),
        ] {
            device.profile.fault = fault
            let report = await device.deliver(payload: Push.scripted("handOver")).report
            #expect(report.outcome == outcome)
            #expect((report.shown == nil) == (outcome == .droppedAfterCrash))
        }
    }
}
