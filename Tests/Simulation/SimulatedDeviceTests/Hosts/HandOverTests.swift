// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import UserNotifications

@testable import SimulatedDevice

/// Hand-overs that are too late, of the same push, and of several instances at once.
struct HandOverTests {
    @Test func `who hands over after its end changes nothing, and that is told`() async {
        let held = Mutex<(@Sendable () -> Void)?>(nil)
        let device = Device.running { content, hand in
            let content = HandedObject((content, hand))
            held.withLock { $0 = { content.object.1(content.object.0) } }
        }
        let delivery = device.deliver(payload: Push.mutable)
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(report.outcome == .timedOut)
        held.withLock(\.self)?()
        let later = await delivery.report
        #expect(later.outcome == .timedOut)
        #expect(later.shown == report.shown)
        #expect(later.kinds == report.kinds + [.handedOverLate])
    }

    @Test(arguments: Hosting.allCases)
    func `who hands over after its end while another is at work is told of as well`(
        _ hosting: Hosting
    ) async throws {
        let folder = try FileFolder()
        let device = hosting.device()
        device.profile.instances = .atOnce
        let late = device.deliver(payload: Push.scripted("when:\(folder["now"].path)"))
        await device.advance(by: .seconds(20))
        let other = device.deliver(payload: Push.scripted(warned: ["handOver"]))
        await device.advance(by: .seconds(20))
        #expect(await late.report.outcome == .timedOut)
        try Data().write(to: folder["now"])
        let report = try #require(await device.finalReport(of: late, within: .zero))
        #expect(report.kinds.last == .handedOverLate)
        await device.advance(by: .seconds(20))
        #expect(await other.report.outcome == .handedOver)
    }

    @Test(arguments: Hosting.allCases)
    func `the same push twice is two notifications, or one where it is named`(
        _ hosting: Hosting
    ) async {
        let device = hosting.device()
        let payload = Push.scripted("title:Ann", "handOver")
        let one = await device.deliver(payload: payload).report
        let two = await device.deliver(payload: payload).report
        #expect(one.kinds == two.kinds)
        #expect(one.shown?.identifier != two.shown?.identifier)
        let named: PushHeaders = ["apns-collapse-id": "dinner"]
        _ = await device.deliver(payload: payload, headers: named).report
        let last = await device.deliver(payload: payload, headers: named).report
        #expect(last.kinds.contains(.replaced))
        #expect(await device.notificationCenter.deliveredNotifications().count == 3)
    }

    @Test(arguments: Hosting.allCases)
    func `instances at once run in one process, each with its own time`(
        _ hosting: Hosting
    ) async throws {
        let device = hosting.device()
        device.profile.instances = .atOnce
        let deliveries = (0..<32).map { number in
            device.deliver(
                payload: Push.scripted(["title:\(number)"], warned: number == 7 ? [] : ["handOver"])
            )
        }
        let process = (device.host as? ProcessHost)?.processID
        #expect((process == nil) == (hosting == .inProcess))
        await device.advance(by: .seconds(60))
        for (number, delivery) in deliveries.enumerated() {
            let report = await delivery.report
            if number == 7 {
                #expect(report.outcome == .timedOut)
            } else {
                #expect(report.shown?.lines.first == "\(number)")
                let handOver = report.events.first { $0.kind == .handedOverAtWarning }
                #expect(handOver?.time == .seconds(30))
            }
        }
        // One of them was killed, and with it the process.
        let next = await device.deliver(payload: Push.scripted("handOver")).report
        #expect(next.outcome == .handedOver)
        if hosting == .ownProcess { #expect((device.host as? ProcessHost)?.processID != process) }
    }

    @Test func `a real crash ends all instances of the process`() async {
        let device = Hosting.ownProcess.device()
        device.profile.instances = .atOnce
        let waiting = (0..<8).map { _ in device.deliver(payload: Push.scripted()) }
        let crashing = device.deliver(payload: Push.scripted("exit:3"))
        for delivery in waiting + [crashing] {
            #expect(await delivery.report.outcome == .crashed)
        }
    }

    @Test(arguments: ["exit:3", "raise:9", "hog:40", "trap"], [2, 8, 32])
    func `whenever one of many instances ends the process, each push has its report`(
        _ end: String,
        _ count: Int
    ) async {
        let device = Hosting.ownProcess.device()
        device.profile.instances = .atOnce
        // At each place among the others, so that these are about to start, at work, or done.
        for place in [0, count / 2, count - 1] {
            let deliveries = (0..<count).map { number in
                device.deliver(payload: Push.scripted(number == place ? end : "handOver"))
            }
            let fault = end.hasPrefix("hog") ? DeliveryReport.Outcome.killedForMemory : .crashed
            for (number, delivery) in deliveries.enumerated() {
                let report = await delivery.report
                let isFine = report.outcome == fault || report.outcome == .handedOver
                #expect(number == place ? report.outcome == fault : isFine, "\(report.text)")
                #expect(report.shown != nil)
            }
            let next = await device.deliver(payload: Push.scripted("handOver")).report
            #expect(next.outcome == .handedOver)
        }
    }
}
