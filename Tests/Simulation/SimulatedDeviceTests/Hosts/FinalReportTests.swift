// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Synchronization
import Testing
import UserNotifications

/// Reports for which time passes, and those to which nothing is added.
struct FinalReportTests {
    @Test(arguments: Hosting.allCases)
    func `of who never hands over the report is there when time was let pass`(
        _ hosting: Hosting
    ) async {
        let device = hosting.device(patience: .milliseconds(200))
        let report = await device.report(of: device.deliver(payload: Push.scripted()))
        #expect(report.outcome == .timedOut)
        #expect(report.events.last?.time == .seconds(32))
        #expect(device.clock.now.sinceStart == .seconds(32))
    }

    @Test(arguments: Hosting.allCases)
    func `who hands over from a queue is not taken for one that never does`(
        _ hosting: Hosting
    ) async {
        let device = hosting.device()
        let payload = Push.scripted("later:handOver")
        #expect(await device.report(of: device.deliver(payload: payload)).outcome == .handedOver)
        #expect(device.clock.now.sinceStart == .zero)
    }

    @Test func `no more time passes than is granted, and what is undecided is told as that`() async
    {
        let device = Hosting.inProcess.device(patience: .milliseconds(20))
        let delivery = device.deliver(payload: Push.scripted())
        let report = await device.report(of: delivery, within: .seconds(31))
        #expect(report.outcome == .undecided && report.shown == nil)
        #expect(
            report.kinds == [
                .arrived, .launched, .created, .received, .returned, .clockMoved(to: .seconds(10)),
                .warned, .warningReturned,
            ]
        )
        #expect(report.explanation == "Nothing is decided yet: the extension still has time.")
        #expect(device.clock.now.sinceStart == .seconds(31))
        #expect(await device.report(of: delivery).outcome == .timedOut)
    }

    @Test func `a cancelled task waits for no report`() async throws {
        let device = Device.running()
        let delivery = device.deliver(payload: Push.mutable)
        let task = Task { await delivery.report }
        task.cancel()
        #expect(await task.value.outcome == .undecided)
        await device.advance(by: .seconds(60))
        #expect(await delivery.report.outcome == .timedOut)
    }

    @Test func `a cancelled task waits for no answer of the app`() async throws {
        let device = await ResponseTests.device(patience: .milliseconds(20))
        let delegate = HandlerDelegate(answers: false)
        device.notificationCenter.delegate = delegate
        let response = try device.respond(to: "dinner", with: .action("decline"))
        let task = Task { await response.report }
        task.cancel()
        let report = await task.value
        #expect(report.delegate == .undecided && report.action == "decline")
    }

    @Test(arguments: Hosting.allCases)
    func `a second hand-over from a queue is in the final report`(_ hosting: Hosting) async throws {
        let device = hosting.device()
        for _ in 0..<20 {
            let payload = Push.scripted("handOver", "later:handOver")
            let report = await device.finalReport(of: device.deliver(payload: payload))
            #expect(try #require(report).handOvers == 2)
        }
    }

    @Test func `time passes until an extension that waits for it has handed over again`() async {
        let clock = DeviceClock()
        let device = Device.running(
            received: { content, hand in
                let again = Again(content, hand)
                hand(content)
                Task {
                    try? await clock.sleep(for: .seconds(45))
                    again.handOver()
                }
            },
            patience: .milliseconds(500),
            clock: clock
        )
        let report = await device.finalReport(of: device.deliver(payload: Push.mutable))
        #expect(report?.handOvers == 2)
        #expect(report?.events.last?.time == .seconds(45))
    }

    @Test(arguments: Hosting.allCases)
    func `of an extension that never lets go there is no final report`(_ hosting: Hosting) async {
        let device = hosting.device(patience: .milliseconds(200))
        let delivery = device.deliver(payload: Push.scripted("leak", "handOver"))
        #expect(await device.finalReport(of: delivery, within: .zero) == nil)
        #expect(await delivery.report.outcome == .handedOver)
    }

    @Test(arguments: Hosting.allCases)
    func `of what needs no extension, or loses it, the final report is there`(
        _ hosting: Hosting
    ) async {
        let device = hosting.device(patience: .milliseconds(200))
        for payload in ["none", #"{"aps":{"alert":"a"}}"#, Push.scripted()] {
            #expect(await device.finalReport(of: device.deliver(payload: payload)) != nil)
        }
    }

    @Test func `a crash is told to those who still hold the handler of a push that is over`() async
    {
        let device = Hosting.ownProcess.device()
        let gone = device.deliver(payload: Push.scripted("handOver"))
        _ = await device.finalReport(of: gone)
        let held = device.deliver(payload: Push.scripted("leak", "handOver"))
        #expect(await held.report.outcome == .handedOver)
        _ = await device.deliver(payload: Push.scripted("raise:11")).report
        let report = await device.finalReport(of: held)
        #expect(report?.outcome == .handedOver)
        #expect(report?.kinds.last == .crashed("signal 11"))
        #expect(await !gone.report.kinds.contains(.crashed("signal 11")))
    }

    @Test func `a kill is no crash of those who were over before`() async {
        let device = Hosting.ownProcess.device()
        let held = device.deliver(payload: Push.scripted("leak", "handOver"))
        _ = await held.report
        device.changeProfile { $0.fault = .memoryKill(at: .reception) }
        _ = await device.deliver(payload: Push.scripted("handOver")).report
        let report = await device.finalReport(of: held)
        #expect(report?.kinds.last == .returned)
    }
}

/// A hand-over that is yet to come.
private final class Again: @unchecked Sendable {
    // Read by one task alone.
    private let content: UNMutableNotificationContent
    private let hand: Device.Hand

    init(_ content: UNMutableNotificationContent, _ hand: @escaping Device.Hand) {
        self.content = content
        self.hand = hand
    }

    func handOver() { hand(content) }
}
