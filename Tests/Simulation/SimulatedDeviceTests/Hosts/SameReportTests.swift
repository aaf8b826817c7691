// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import SealedPush
import SimulatedDevice
import Testing
import UserNotifications

/// What an extension may do without ending its process: both hosts tell the same of it.
struct SameReportTests {
    /// What the extension does, what it does when warned, and how that ends.
    struct Script: CustomTestStringConvertible, Sendable {
        let steps: [String]
        var warned: [String] = []
        let outcome: DeliveryReport.Outcome
        var mayFilter = false

        init(
            _ steps: [String],
            warned: [String] = [],
            mayFilter: Bool = false,
            _ outcome: DeliveryReport.Outcome
        ) {
            (self.steps, self.warned) = (steps, warned)
            (self.outcome, self.mayFilter) = (outcome, mayFilter)
        }

        var testDescription: String {
            (steps + warned.map { "warned \($0)" } + (mayFilter ? ["filters"] : [])).joined(
                separator: ", "
            )
        }
    }

    static let scripts = [
        Script(["handOver"], .handedOver),
        Script(["title:Ann", "body:Née", "handOver"], .handedOver),
        Script(["handOver", "handOver"], .handedOver),
        Script(["handOver", "title:late", "handOver", "handOver"], .handedOver),
        Script([], .timedOut),
        Script([], warned: ["title:best", "handOver"], .handedOver),
        Script(["later:setBadge:3"], .timedOut),
        Script(["handOverEmpty"], .emptyResult),
        Script(["handOverEmpty"], mayFilter: true, .suppressed),
        Script(["handOverBadge:7"], .emptyResult),
        Script(["handOverBadge:7"], mayFilter: true, .badgeOnly),
        Script(["handOverEmpty", "handOver"], .emptyResult),
        Script(["handOver"], warned: ["handOver"], .handedOver),
        Script(["foreign", "handOver"], .handedOver),
        Script(["setBadge:3", "handOver"], .handedOver),
        Script(["setBadge:-3", "handOver"], .handedOver),
        Script(["countDelivered", "handOver"], .handedOver),
        Script(["setCategory:message", "handOver"], .handedOver),
        Script(["settings", "handOver"], .handedOver),
        Script(["authorize", "handOver"], .handedOver),
        Script(["schedule:reminder", "handOver"], .handedOver),
        Script(["localized:greeting", "handOver"], .handedOver),
        Script(["deviceState", "handOver"], .handedOver),
        Script(["donate:dinner", "handOver"], .handedOver),
    ]

    @Test(arguments: scripts)
    func `both hosts report the same`(_ script: Script) async {
        var reports: [DeliveryReport] = []
        for hosting in Hosting.allCases {
            let device = hosting.device()
            device.profile.mayFilter = script.mayFilter
            device.profile.language.strings = ["greeting": "Hello"]
            let delivery = device.deliver(
                payload: Push.scripted(script.steps, warned: script.warned)
            )
            await device.advance(by: .seconds(60))
            let report = await delivery.report
            #expect(report.outcome == script.outcome)
            #expect((report.peakMemory == nil) == (hosting == .inProcess))
            reports.append(report.withoutMeasurements)
        }
        #expect(reports[0] == reports[1])
        #expect(reports[0].json == reports[1].json)
    }

    @Test(arguments: Hosting.allCases, [[:], ["content-available": 1]])
    func `what the app does beside the extension is told in one order`(
        _ hosting: Hosting,
        _ keys: [String: Int]
    ) async {
        let device = hosting.device()
        device.profile.appState = .foreground
        let delegate = HandlerDelegate([.list])
        device.notificationCenter.delegate = delegate
        device.app = ScriptedApp { $0(.newData) }
        var kinds: Set<[DeliveryReport.Event.Kind]> = []
        for _ in 0..<100 {
            let push = Push.scripted(["handOver", "handOver"], keys)
            let report = await device.deliver(payload: push).report
            #expect(report.outcome == .handedOver)
            #expect((report.wake == .answered(.newData)) == !keys.isEmpty)
            kinds.insert(report.kinds)
        }
        #expect(kinds.count == 1)
    }

    @Test(arguments: Hosting.allCases)
    func `the extension reaches the device's own center`(_ hosting: Hosting) async {
        let device = hosting.device()
        let first = await device.deliver(payload: Push.scripted("schedule:reminder", "handOver"))
            .report
        #expect(first.shown?.content.title == "reminder")
        #expect(first.shown?.content.subtitle == "1800000060.0")
        await device.advance(by: .seconds(61))
        let delivered = await device.notificationCenter.deliveredNotifications()
        #expect(delivered.map(\.request.identifier).contains("reminder"))
        let second = await device.deliver(payload: Push.scripted("countDelivered", "handOver"))
            .report
        #expect(second.shown?.content.title == "2")
    }

    @Test(arguments: Hosting.allCases)
    func `donations reach the device`(_ hosting: Hosting) async {
        let device = hosting.device()
        for name in ["dinner", "lunch"] {
            _ = await device.deliver(payload: Push.scripted("donate:\(name)", "handOver")).report
        }
        let intents = device.donations.compactMap { $0.intent as? INSendMessageIntent }
        #expect(intents.map(\.conversationIdentifier) == ["dinner", "lunch"])
    }

    @Test(arguments: Hosting.allCases)
    func `the main queue is served`(_ hosting: Hosting) async {
        let device = hosting.device()
        let report = await device.deliver(payload: Push.scripted("title:Ann", "main:handOver"))
            .report
        #expect(report.shown?.content.title == "Ann")
    }
}
