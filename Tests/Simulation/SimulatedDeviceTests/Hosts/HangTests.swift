// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScriptedExtension
import TestSupport
import Testing

@testable import SimulatedDevice

/// Extensions that don't return: in a process of their own they are killed; in the test's they keep
/// their thread, and are listened to no more.
struct HangTests {
    static let patience = Duration.milliseconds(20)

    @Test(arguments: Hosting.allCases)
    func `who hangs while it is made is killed without a warning`(_ hosting: Hosting) async throws {
        let program = try Program(named: "hanging")
        let device =
            switch hosting {
            case .inProcess:
                SimulatedDevice(profile: Device.profile, patience: Self.patience) {
                    ScriptedStart.hanging.play()
                    return PayloadExtension()
                }
            case .ownProcess:
                SimulatedDevice(
                    profile: Device.profile,
                    patience: Self.patience,
                    executable: program.file
                )
            }
        let delivery = device.deliver(payload: Push.mutable)
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(report.outcome == .slowStart)
        #expect(report.kinds == [.arrived, .launched, .killed, .shown])
        #expect(report.events[2].time == .seconds(10))
    }

    @Test(arguments: Hosting.allCases)
    func `who hangs in didReceive is warned, and then killed`(_ hosting: Hosting) async throws {
        let device = hosting.device(patience: Self.patience)
        let delivery = device.deliver(payload: Push.scripted("hang"))
        try await until { delivery.kinds.contains(.received) }
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(report.outcome == .timedOut)
        #expect(report.kinds.filter { $0 != .warningReturned } == Self.timedOut)
    }

    @Test(arguments: Hosting.allCases)
    func `who hangs in didReceive can hand over when it is warned`(_ hosting: Hosting) async throws
    {
        let device = hosting.device(patience: Self.patience)
        let delivery = device.deliver(
            payload: Push.scripted("title:Ann", "hang", warned: ["handOver"])
        )
        try await until { delivery.kinds.contains(.received) }
        await device.advance(by: .seconds(31))
        let report = await delivery.report
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.lines.first == "Ann")
        // The next push is not kept waiting by the thread that hangs.
        let next = device.deliver(payload: Push.scripted("handOver"))
        #expect(await next.report.outcome == .handedOver)
    }

    @Test(arguments: Hosting.allCases)
    func `who hangs in the warning is killed`(_ hosting: Hosting) async throws {
        let device = hosting.device(patience: Self.patience)
        let delivery = device.deliver(payload: Push.scripted([], warned: ["hang"]))
        try await until { delivery.kinds.contains(.returned) }
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(report.outcome == .timedOut)
        #expect(report.kinds.filter { $0 != .returned } == Self.timedOut)
    }

    private static let timedOut: [DeliveryReport.Event.Kind] = [
        .arrived, .launched, .created, .received, .warned, .killed, .shown,
    ]

    @Test(arguments: Hosting.allCases)
    func `on a real clock time passes by itself`(_ hosting: Hosting) async {
        var profile = Device.profile
        profile.limits.time = .milliseconds(1500)
        profile.limits.lastChance = .milliseconds(50)
        let device =
            switch hosting {
            case .inProcess:
                SimulatedDevice(profile: profile, clock: DeviceClock(.real)) { PayloadExtension() }
            case .ownProcess:
                SimulatedDevice(
                    profile: profile,
                    clock: DeviceClock(.real),
                    executable: Hosting.executable
                )
            }
        // Its first start may take longer than it has.
        _ = await device.deliver(payload: Push.scripted("handOver")).report
        let report = await device.deliver(payload: Push.scripted()).report
        #expect(report.outcome == .timedOut)
    }

    @Test func `a call that hangs is waited for once`() async {
        let settling = Settling(patience: .milliseconds(10))
        let call = settling.enter()
        await settling.wait()
        let start = ContinuousClock.now
        for _ in 0..<1000 { await settling.wait() }
        #expect(start.duration(to: .now) < .seconds(5))
        settling.leave(call)
    }
}

extension SimulatedDevice.Delivery {
    /// What has happened so far.
    var kinds: [DeliveryReport.Event.Kind] { recorder.events.map(\.kind) }
}
