// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

struct DeliveryTests {
    @Test func `what the extension hands over is shown`() async {
        let device = Device.running { content, hand in
            content.title = "Ann"
            hand(content)
        }
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(report.shown?.presentation.isAlerting == true)
        #expect(report.handOvers == 1)
        #expect(
            report.events.map(\.kind) == [
                .arrived, .launched, .created, .received, .handedOver, .shown, .returned,
            ]
        )
    }

    @Test(arguments: [
        (#"{"aps":{"alert":"a"}}"#, DeliveryReport.LaunchRefusal.notMutable),
        (#"{"aps":{"alert":"a","mutable-content":0}}"#, .notMutable),
        (#"{"aps":{"alert":"","mutable-content":1}}"#, .silent),
        (#"{"aps":{"alert":{"launch-image":"a"},"mutable-content":1,"badge":1}}"#, .noAlert),
        (#"{"aps":{"sound":"default","mutable-content":1}}"#, .noAlert),
        (#"{"aps":{"content-available":1,"mutable-content":1}}"#, .silent),
    ])
    func `the extension is launched for mutable alerts alone`(
        _ payload: String,
        _ refusal: DeliveryReport.LaunchRefusal
    ) async {
        let device = Device.running { _, _ in Issue.record("it was launched") }
        let report = await device.deliver(payload: payload).report
        #expect(report.outcome == .notLaunched(refusal))
        #expect(!report.events.map(\.kind).contains(.launched))
    }

    @Test(.rules("M-21 M-22"), arguments: ["1.0", "1e0", "10E-1", "true"])
    func `a flag is set by the number 1, however it is written`(_ value: String) async {
        let device = Device.running { content, hand in hand(content) }
        let flags = #""mutable-content":\#(value),"content-available":\#(value)"#
        let report = await device.deliver(payload: #"{"aps":{"alert":"a",\#(flags)}}"#).report
        #expect(report.outcome == .handedOver)
        #expect(report.wake != nil)
    }

    @Test(arguments: ["1.5", "11", "-1", "0.0", "1e1", #""1""#, "false", "null"])
    func `a flag is not set by anything else`(_ value: String) async {
        let device = Device.running { _, _ in Issue.record("it was launched") }
        let flags = #""mutable-content":\#(value),"content-available":\#(value)"#
        let report = await device.deliver(payload: #"{"aps":{"alert":"a",\#(flags)}}"#).report
        #expect(report.outcome == .notLaunched(.notMutable))
        #expect(report.wake == nil)
    }

    @Test func `the extension is not launched where the user has turned alerts off`() async {
        let device = Device.running { _, _ in Issue.record("it was launched") }
        device.profile.permission.showsAlerts = false
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.outcome == .notLaunched(.alertsOff))
        #expect(report.shown?.lines == [])
        #expect(report.shown?.presentation.isAudible == true)
    }

    @Test func `who never hands over is warned after 30 seconds and then loses its turn`() async {
        let device = Device.running { _, _ in }
        let delivery = device.deliver(payload: Push.mutable)
        await device.advance(by: .seconds(29))
        #expect(delivery.reportSoFar == nil)
        await device.advance(by: .seconds(10))
        let report = await delivery.report
        #expect(report.outcome == .timedOut)
        #expect(report.shown?.lines == ["Dinner at eight?"])
        #expect(report.events.first { $0.kind == .warned }?.time == .seconds(30))
        #expect(report.events.first { $0.kind == .killed }?.time == .seconds(32))
    }

    @Test func `the warning is a last chance`() async {
        let device = Device.running(warned: { content, hand in
            content.body = "best attempt"
            hand(content)
        })
        let delivery = device.deliver(payload: Push.mutable)
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.lines == ["best attempt"])
    }

    @Test func `an extension that hangs while it is made is killed without a warning`() async {
        let gate = Gate()
        let device = SimulatedDevice(profile: Device.profile, patience: .milliseconds(20)) {
            gate.wait()
            return UNNotificationServiceExtension()
        }
        let delivery = device.deliver(payload: Push.mutable)
        await device.advance(by: .seconds(60))
        let report = await delivery.report
        #expect(report.outcome == .slowStart)
        #expect(report.events.map(\.kind) == [.arrived, .launched, .killed, .shown])
        gate.open()
    }

    @Test func `the first hand-over wins, and the second is told`() async {
        let device = Device.running { content, hand in
            content.body = "first"
            hand(content)
            content.body = "second"
            hand(content)
        }
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.shown?.content.body == "first")
        #expect(report.handOvers == 2)
        #expect(report.events.map(\.kind).contains(.handedOverAgain))
    }

    @Test(arguments: [
        (false, DeliveryReport.Outcome.emptyResult, true), (true, .suppressed, false),
    ])
    func `empty content shows the original, unless the app may filter`(
        _ mayFilter: Bool,
        _ outcome: DeliveryReport.Outcome,
        _ isShown: Bool
    ) async {
        let device = Device.running { _, hand in hand(UNNotificationContent()) }
        device.profile.mayFilter = mayFilter
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.outcome == outcome)
        #expect((report.shown != nil) == isShown)
    }

    @Test(arguments: [
        (false, DeliveryReport.Outcome.emptyResult, true, 1), (true, .badgeOnly, false, 7),
    ])
    func `a badge alone is set without a notification if the app may filter`(
        _ mayFilter: Bool,
        _ outcome: DeliveryReport.Outcome,
        _ isShown: Bool,
        _ badge: Int
    ) async {
        let device = Self.handingOver { $0.badge = 7 }
        device.profile.mayFilter = mayFilter
        let report = await device.deliver(payload: Self.withBadge).report
        #expect(report.outcome == outcome)
        #expect((report.shown != nil) == isShown)
        #expect(report.events.map(\.kind).contains(.badgeSet(7)) == mayFilter)
        #expect(device.badge == badge)
    }

    @Test func `a badge alone is not set without the user's permission for badges`() async {
        let device = Self.handingOver { $0.badge = 7 }
        device.profile.mayFilter = true
        device.profile.permission.setsBadge = false
        let report = await device.deliver(payload: Self.withBadge).report
        #expect(report.outcome == .badgeOnly)
        #expect(!report.events.map(\.kind).contains(.badgeSet(7)))
        #expect(device.badge == 0)
    }

    @Test func `a badge below 0 sets none`() async {
        let device = Self.handingOver { $0.badge = -1 }
        device.profile.mayFilter = true
        let report = await device.deliver(payload: Self.withBadge).report
        #expect(!report.events.map(\.kind).contains(.badgeSet(-1)))
        #expect(device.badge == 0)
    }

    @Test func `a badge with a sound, without text, shows the original even if the app may filter`()
        async
    {
        let device = Self.handingOver {
            $0.badge = 7
            $0.sound = .default
        }
        device.profile.mayFilter = true
        let report = await device.deliver(payload: Self.withBadge).report
        #expect(report.outcome == .emptyResult)
        #expect(device.badge == 1)
    }

    @Test(arguments: [#""badge":0"#, #""badge":0,"alert":"Done""#])
    func `a badge of 0 removes the app's notifications`(_ members: String) async {
        let device = Device.running()
        for body in ["one", "two"] {
            _ = await device.deliver(payload: #"{"aps":{"alert":"\#(body)","badge":2}}"#).report
        }
        let report = await device.deliver(payload: "{\"aps\":{\(members)}}").report
        #expect(report.events.map(\.kind).contains(.listCleared(2)))
        let own = members.contains("alert") ? ["Done"] : []
        let delivered = await device.notificationCenter.deliveredNotifications()
        #expect(delivered.map(\.request.content.body) == own)
        #expect(device.badge == 0)
        _ = await device.deliver(payload: #"{"aps":{"alert":"three","badge":1}}"#).report
        #expect(device.list.flatMap(\.notifications).count == own.count + 1)
    }

    @Test func `an app or extension that sets the badge to 0 removes its notifications`()
        async throws
    {
        let device = Self.handingOver { $0.badge = 0 }
        device.profile.mayFilter = true
        let plain = #"{"aps":{"alert":"one"}}"#
        _ = await device.deliver(payload: plain).report
        let report = await device.deliver(payload: Self.withBadge).report
        #expect(report.outcome == .badgeOnly)
        #expect(report.events.map(\.kind).contains(.listCleared(1)))
        #expect(device.list == [])
        _ = await device.deliver(payload: plain).report
        try await device.notificationCenter.setBadgeCount(1)
        #expect(device.list.count == 1)
        try await device.notificationCenter.setBadgeCount(0)
        #expect(device.list == [])
    }

    @Test func `without permission for badges, a badge of 0 removes nothing`() async {
        let device = Device.running()
        device.profile.permission.setsBadge = false
        _ = await device.deliver(payload: #"{"aps":{"alert":"one"}}"#).report
        let report = await device.deliver(payload: #"{"aps":{"alert":"two","badge":0}}"#).report
        #expect(!report.events.contains { $0.kind.name == "listCleared" })
        #expect(device.list.flatMap(\.notifications).count == 2)
    }

    @Test(.rules("C-22")) func `the order of a dictionary or a set decides nothing`() async {
        for _ in 0..<20 {
            let headers = PushHeaders(["Apns-Collapse-Id": "a", "apns-collapse-id": "b"])
            #expect(headers.collapseID == "b")
            let center = Device.running().center
            let categories = (0..<4).map {
                UNNotificationCategory(
                    identifier: "a",
                    actions: [.init(identifier: "\($0)", title: "")],
                    intentIdentifiers: []
                ).values
            }
            center.setCategories(Set(categories.shuffled()))
            #expect(center.category("a")?.actions.map(\.identifier) == ["0"])
        }
    }

    @Test func `a badge alone leaves the earlier notification of its collapse id listed`() async {
        let device = Device.running { content, hand in
            hand(content.body == "first" ? content : Self.content { $0.badge = 7 })
        }
        device.profile.mayFilter = true
        let headers: PushHeaders = ["apns-collapse-id": "dinner"]
        let first = #"{"aps":{"mutable-content":1,"alert":"first"}}"#
        _ = await device.deliver(payload: first, headers: headers).report
        let second = await device.deliver(payload: Self.withBadge, headers: headers).report
        #expect(second.outcome == .badgeOnly)
        #expect(await device.notificationCenter.deliveredNotifications().count == 1)
    }

    private static let withBadge = #"{"aps":{"mutable-content":1,"alert":"Hello","badge":1}}"#

    private static func handingOver(
        _ change: @escaping @Sendable (UNMutableNotificationContent) -> Void
    ) -> SimulatedDevice {
        Device.running { _, hand in hand(content(change)) }
    }

    private static func content(
        _ change: (UNMutableNotificationContent) -> Void
    ) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        change(content)
        return content
    }

    @Test func `pushes are handled one after another, each by an instance of its own`() async {
        let device = Device.running { content, hand in
            content.title = "done"
            hand(content)
        }
        let deliveries = (0..<50).map { _ in device.deliver(payload: Push.mutable) }
        for delivery in deliveries {
            #expect(await delivery.report.shown?.content.title == "done")
        }
    }

    @Test func `a later push of one collapse id replaces the earlier and alerts again`() async {
        let device = Device.running { content, hand in hand(content) }
        let headers: PushHeaders = ["apns-collapse-id": "dinner"]
        let first = await device.deliver(payload: Push.mutable, headers: headers).report
        let second = await device.deliver(payload: Push.mutable, headers: headers).report
        #expect(!first.events.map(\.kind).contains(.replaced))
        #expect(second.events.map(\.kind).contains(.replaced))
        #expect(second.shown?.presentation.isAlerting == true)
        #expect(await device.notificationCenter.deliveredNotifications().count == 1)
    }

    @Test func `thousands of pushes that wait for one extension are handled after it`() async {
        let gate = Gate()
        let device = Device.running { _, hand in
            gate.wait()
            hand(UNNotificationContent())
        }
        let first = device.deliver(payload: Push.mutable)
        let rest = (0..<5000).map { _ in device.deliver(payload: #"{"aps":{"badge":1}}"#) }
        gate.open()
        _ = await first.report
        for delivery in rest {
            #expect(await delivery.report.outcome == .notLaunched(.noAlert))
        }
    }
}
