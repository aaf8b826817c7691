// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

@testable import SimulatedDevice

struct PushServiceTests {
    static func push(_ body: String) -> String {
        #"{"aps":{"alert":"\#(body)","mutable-content":1}}"#
    }

    static func device() -> SimulatedDevice {
        Device.running { content, hand in hand(content) }
    }

    private func bodies(_ device: SimulatedDevice) async -> [String] {
        await device.notificationCenter.deliveredNotifications().map(\.request.content.body)
    }

    @Test func `a push that comes twice has two reports`() async {
        let device = Self.device()
        device.profile.pushService.duplicates = true
        let delivery = device.deliver(payload: Self.push("a"))
        #expect(await delivery.report.outcome == .handedOver)
        #expect(await delivery.copy?.report.outcome == .handedOver)
        #expect(await bodies(device) == ["a", "a"])
    }

    @Test func `a lost push loses its copy`() async {
        let device = Self.device()
        device.profile.pushService.duplicates = true
        let delivery = device.deliver(payload: "none")
        #expect(await delivery.copy?.report.outcome == .lost(.payloadMalformed))
    }

    @Test func `each second push overtakes the one before it`() async {
        let device = Self.device()
        device.profile.pushService.reorders = true
        let deliveries = ["a", "b", "c", "d"].map { device.deliver(payload: Self.push($0)) }
        for delivery in deliveries { _ = await delivery.report }
        #expect(await bodies(device) == ["c", "d", "a", "b"])
    }

    @Test func `a push overtakes the one before it together with its copy`() async {
        let device = Self.device()
        device.profile.pushService.reorders = true
        device.profile.pushService.duplicates = true
        let deliveries = ["a", "b"].map { device.deliver(payload: Self.push($0)) }
        for delivery in deliveries { _ = await delivery.copy?.report }
        #expect(await bodies(device) == ["a", "a", "b", "b"])
    }

    @Test func `what is kept for an offline device comes with its copy`() async {
        let device = Self.device()
        device.profile.pushService.duplicates = true
        device.goOffline()
        let delivery = device.deliver(payload: Self.push("a"))
        device.goOnline()
        #expect(await delivery.report.outcome == .handedOver)
        #expect(await delivery.copy?.report.outcome == .handedOver)
    }

    @Test func `a push that is kept arrives when the device is online, and one that is lost never`()
        async
    {
        let device = Self.device()
        device.goOffline()
        let lost = device.deliver(payload: Self.push("a"))
        let kept = device.deliver(payload: Self.push("b"))
        await device.advance(by: .seconds(3600))
        device.goOnline()
        let report = await kept.report
        #expect(report.events.first == DeliveryReport.Event(time: .seconds(3600), kind: .arrived))
        #expect(report.events.first { $0.kind == .shown }?.time == .seconds(3600))
        #expect(await lost.report.events.map(\.kind) == [.notShown])
    }

    @Test func `a push that is overtaken arrives after the other`() async {
        let device = Self.device()
        device.profile.pushService.reorders = true
        let delivery = device.deliver(payload: Self.push("a"))
        await device.advance(by: .seconds(1))
        let report = await delivery.report
        #expect(report.events.first == DeliveryReport.Event(time: .seconds(1), kind: .arrived))
    }

    @Test func `a push that nobody overtakes comes after a second`() async {
        let device = Self.device()
        device.profile.pushService.reorders = true
        let delivery = device.deliver(payload: Self.push("a"))
        await device.advance(by: .milliseconds(999))
        #expect(delivery.reportSoFar == nil)
        await device.advance(by: .milliseconds(1))
        #expect(await delivery.report.outcome == .handedOver)
    }

    @Test func `of pushes that change places while the device is offline the earlier one is kept`()
        async
    {
        let device = Self.device()
        device.profile.pushService.reorders = true
        device.goOffline()
        let first = device.deliver(payload: Self.push("a"))
        let second = device.deliver(payload: Self.push("b"))
        device.goOnline()
        #expect(await first.report.outcome == .handedOver)
        #expect(await second.report.outcome == .lost(.replacedWhileOffline))
    }

    @Test func `four weeks of a lossy push service take seconds, and each push has its report`()
        async
    {
        let device = Self.device()
        device.profile.pushService.reorders = true
        device.profile.pushService.duplicates = true
        var deliveries: [SimulatedDevice.Delivery] = []
        for hour in 0..<(4 * 7 * 24) {
            if hour % 24 == 0 { device.goOffline() }
            if hour % 24 == 8 { device.goOnline() }
            deliveries.append(device.deliver(payload: Self.push("\(hour)")))
            await device.advance(by: .seconds(60 * 60))
        }
        var outcomes: [DeliveryReport.Outcome: Int] = [:]
        for delivery in deliveries.flatMap({ [$0, $0.copy].compactMap(\.self) }) {
            outcomes[await delivery.report.outcome, default: 0] += 1
        }
        // Of the eight that find the device offline each day one is kept, and all come twice.
        #expect(outcomes[.lost(.replacedWhileOffline)] == 28 * 14)
        #expect(outcomes[.handedOver] == 28 * 34)
    }
}
