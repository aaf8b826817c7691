// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// What ends a process, for real.
struct OwnProcessTests {
    @Test(arguments: [
        ("raise:11", "signal 11"), ("raise:9", "signal 9"), ("exit:0", "exit code 0"),
        ("exit:3", "exit code 3"), ("channel:garbage", "sent what is no message"),
        ("channel:oversize", "sent what is no message"),
        ("channel:cut", "signal 9"),
    ])
    func `a process that ends shows the original, and the next push starts it anew`(
        _ step: String,
        _ how: String
    ) async {
        let device = Hosting.ownProcess.device()
        let report = await device.deliver(payload: Push.scripted("title:Ann", step)).report
        #expect(report.outcome == .crashed)
        // Of a crash the program itself says where it was.
        let told = report.kinds.filter { $0.name == "crashTold" }
        #expect(told.count == (how == "signal 11" ? 1 : 0))
        let kinds = report.kinds.filter { !told.contains($0) }
        #expect(kinds == [.arrived, .launched, .created, .received, .crashed(how), .shown])
        #expect(report.shown?.content.title == "")
        let next = await device.deliver(payload: Push.scripted("handOver")).report
        #expect(next.outcome == .handedOver)
    }

    @Test func `a process that has ended has no number, which may be another's`() async {
        let device = Hosting.ownProcess.device()
        _ = await device.deliver(payload: Push.scripted("handOver")).report
        #expect((device.host as? ProcessHost)?.processID != nil)
        _ = await device.deliver(payload: Push.scripted("exit:3")).report
        #expect((device.host as? ProcessHost)?.processID == nil)
    }

    @Test(arguments: ["handOver", "schedule:dinner"])
    func `who says more than a message holds ends, and is not taken for one that says nothing`(
        _ step: String
    ) async {
        let device = Hosting.ownProcess.device()
        device.profile.limits.memory = 1 << 30
        let report = await device.deliver(payload: Push.scripted("much:17", step)).report
        #expect(report.outcome == .crashed)
        #expect(report.kinds.contains(.crashed("exit code 65")))
    }

    @Test func `who is to be told more than a message holds is killed, and that is told`()
        async throws
    {
        let device = Hosting.ownProcess.device()
        let content = UNMutableNotificationContent()
        content.body = String(repeating: "x", count: FrameChannel.byteLimit + 1)
        let request = UNNotificationRequest(identifier: "much", content: content, trigger: nil)
        try await device.notificationCenter.add(request)
        let asking = await device.deliver(payload: Push.scripted("countDelivered", "handOver"))
            .report
        let words = "was to be told more than a message holds"
        #expect(asking.outcome == .crashed)
        #expect(asking.kinds.contains(.crashed(words)))
        let other = await device.deliver(payload: Push.scripted("handOver")).report
        #expect(other.outcome == .handedOver)
        device.notificationCenter.removeDeliveredNotifications(withIdentifiers: ["much"])
        let next = await device.deliver(payload: Push.scripted("countDelivered", "handOver"))
            .report
        #expect(next.shown?.content.title == "2")
    }

    @Test func `who hands over without an end is counted, and hides nothing else`() async {
        let device = Hosting.inProcess.device()
        let report = await device.deliver(payload: Push.scripted("handOverOften:5000")).report
        #expect(report.outcome == .handedOver)
        #expect(report.handOvers == 5000)
        #expect(report.kinds.count { $0 == .handedOverAgain } == 1000)
        #expect(report.kinds.contains(.shown))
        #expect(report.kinds.last == .returned)
    }

    @Test func `a trap of Swift is a crash, and drops the push of an app that may filter`() async {
        let device = Hosting.ownProcess.device()
        device.profile.mayFilter = true
        let report = await device.deliver(payload: Push.scripted("trap")).report
        #expect(report.outcome == .droppedAfterCrash)
        #expect(report.shown == nil)
    }

    @Test(arguments: [
        ("crashing", DeliveryReport.Outcome.crashed, DeliveryReport.Event.Kind.crashed("signal 6")),
        ("exiting", .crashed, .crashed("exit code 3")),
    ])
    func `an extension that ends its process while it is made is not received`(
        _ start: String,
        _ outcome: DeliveryReport.Outcome,
        _ end: DeliveryReport.Event.Kind
    ) async throws {
        let program = try Program(named: start)
        let device = SimulatedDevice(profile: Device.profile, executable: program.file)
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.outcome == outcome)
        #expect(report.kinds == [.arrived, .launched, end, .shown])
    }

    @Test(arguments: [
        ("/nowhere/at/all", "not started: No such file or directory"),
        ("/", "not started: Permission denied"),
        ("/bin/true", "exit code 0, and no word of an extension host"),
        ("/bin/cat", "exit code 0, and no word of an extension host"),
    ])
    func `what is no extension's program counts as crashed, and says why`(
        _ path: String,
        _ how: String
    ) async {
        let device = SimulatedDevice(profile: Device.profile, executable: URL(filePath: path))
        for _ in 0..<2 {
            let report = await device.deliver(payload: Push.mutable).report
            #expect(report.outcome == .crashed)
            #expect(report.kinds == [.arrived, .launched, .crashed(how), .shown])
        }
    }

    @Test func `a program that lets go of the channel is killed`() async {
        let device = SimulatedDevice(profile: Device.profile, executable: Program.script("deaf"))
        let report = await device.deliver(payload: Push.mutable).report
        let words = "closed its end of the channel"
        #expect(report.kinds == [.arrived, .launched, .crashed(words), .shown])
    }

    @Test func `a program that is silent is one that starts slowly`() async {
        let device = SimulatedDevice(
            profile: Device.profile,
            patience: .milliseconds(20),
            executable: Program.script("silent")
        )
        let delivery = device.deliver(payload: Push.mutable)
        await device.advance(by: .seconds(60))
        #expect(await delivery.report.outcome == .slowStart)
    }

    @Test func `one process serves many pushes, and is started with the first`() async throws {
        let device = Hosting.ownProcess.device()
        let host = try #require(device.host as? ProcessHost)
        #expect(host.processID == nil)
        _ = await device.deliver(payload: Push.scripted("handOver")).report
        let first = host.processID
        for _ in 0..<20 {
            _ = await device.deliver(payload: Push.scripted("handOver")).report
        }
        #expect(first != nil)
        #expect(host.processID == first)
    }

    @Test func `a process that was killed between two pushes is started anew for the second`()
        async throws
    {
        let device = Hosting.ownProcess.device()
        let host = try #require(device.host as? ProcessHost)
        for _ in 0..<20 {
            let report = await device.deliver(payload: Push.scripted("handOver")).report
            #expect(report.outcome == .handedOver)
            kill(try #require(host.processID), SIGKILL)
        }
    }

    @Test func `the process goes with the device`() async throws {
        var id: pid_t?
        do {
            let device = Hosting.ownProcess.device()
            _ = await device.deliver(payload: Push.scripted("handOver")).report
            id = (device.host as? ProcessHost)?.processID
        }
        let process = try #require(id)
        try await until { kill(process, 0) == -1 }
    }

    @Test func `run by hand the program says what it is for`() throws {
        let folder = TemporaryFolder()
        let run = try Tool.run(
            Program.script("by-hand"),
            environment: ["HOST": Hosting.executable.path, "WORDS": folder.path("words")]
        )
        #expect(run.status == 64)
        #expect(try folder.text("words").hasPrefix("extension host: this program is"))
    }
}
