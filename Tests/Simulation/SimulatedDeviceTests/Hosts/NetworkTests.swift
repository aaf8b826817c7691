// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import SealedPush
import Synchronization
import TestSupport
import Testing

@testable import SimulatedDevice

/// A virtual clock and an extension that asks the network, which takes real time.
struct NetworkTests {
    private let gate: DispatchSemaphore
    private let asked: Flag
    private let server: Result<WebServer, any Error>

    init() {
        let (gate, asked) = (DispatchSemaphore(value: 0), Flag())
        (self.gate, self.asked) = (gate, asked)
        server = Result {
            try WebServer { request in
                // Until the test says so, however long a busy machine takes for it.
                if request.path == "/late" {
                    asked.isSet.store(true, ordering: .relaxed)
                    gate.wait()
                }
                return .init(Array("dinner".utf8), type: "text/plain")
            }
        }
    }

    /// A device whose extension is there, so that the next push waits for nothing but its answer,
    /// and the first use of the network is over.
    private func device(
        _ hosting: Hosting,
        holding time: Duration?
    ) async throws -> SimulatedDevice {
        let device = hosting.device(patience: .milliseconds(500))
        device.profile.connectionPatience = time
        // However long the process takes to start.
        let warmUp = try Push.scripted("fetch:\(server.get().url("/soon"))")
        _ = await device.deliver(payload: warmUp).report
        return device
    }

    /// The report of a push whose extension asks a server that does not answer.
    ///
    /// Time passes only once the extension waits for nothing else, however busy the machine is. The
    /// request itself ends after a minute: if this test was kept waiting for so long, the extension
    /// has handed over, and the push is delivered once more.
    private func unansweredReport(of device: SimulatedDevice) async throws -> DeliveryReport {
        let payload = Push.scripted("fetch:\(try server.get().url("/late"))")
        var attempts = 0
        while true {
            asked.isSet.store(false, ordering: .relaxed)
            let delivery = device.deliver(payload: payload)
            try await until { asked.isSet.load(ordering: .relaxed) && device.settling.isQuiet }
            let report = await device.report(of: delivery)
            attempts += 1
            guard report.outcome == .handedOver, attempts < 5 else { return report }
            gate.signal()
        }
    }

    /// Lets the server answer, once the clock was held for longer than the patience.
    private func answer(after delay: Duration) async throws {
        try await Task.sleep(for: delay)
        gate.signal()
    }

    private func checkHeld(_ device: SimulatedDevice, _ step: String) async throws {
        let payload = Push.scripted("\(step):\(try server.get().url("/late"))")
        var report: DeliveryReport
        var delay = Duration.milliseconds(1500)
        repeat {
            asked.isSet.store(false, ordering: .relaxed)
            let delivery = device.deliver(payload: payload)
            try await until { asked.isSet.load(ordering: .relaxed) }
            let wait = delay
            async let answer: Void = answer(after: wait)
            report = try #require(await device.finalReport(of: delivery))
            try await answer
            // On a busy machine the answer may be there before the first look at the connections.
            delay *= 3
        } while report.held == nil && delay < .seconds(20)
        #expect(report.outcome == .handedOver && report.handOvers == 1)
        #expect(report.shown?.content.title == "dinner")
        // The answer took longer; what comes behind it may take a moment.
        #expect(device.clock.now.sinceStart < .seconds(1))
        let seconds = (try #require(report.held).milliseconds + 500) / 1000
        #expect(
            report.explanation
                == "The extension handed over a notification after \(seconds) s of network, for which the clock stood still, which is shown."
        )
        #expect(!report.kinds.contains { $0.name == "clockMoved" })
        #expect(report.withoutMeasurements.held == nil)
    }

    // In the test's process other tests have connections.
    @Test(arguments: ["fetch", "load"])
    func `the clock stands still while an extension of the test's process has a connection open`(
        _ step: String
    ) async throws {
        await #expect(processExitsWith: .success) { [step] in
            let tests = NetworkTests()
            try await tests.checkHeld(tests.device(.inProcess, holding: .seconds(30)), step)
        }
    }

    @Test(arguments: ["fetch", "load"])
    func `the clock stands still while the extension's process has a connection open`(
        _ step: String
    ) async throws {
        try await checkHeld(device(.ownProcess, holding: nil), step)
    }

    @Test(arguments: Hosting.allCases)
    func `it stands still no longer than the profile says, and the first move is told`(
        _ hosting: Hosting
    ) async throws {
        let device = try await device(hosting, holding: .milliseconds(100))
        defer { gate.signal() }
        let report = try await unansweredReport(of: device)
        let moves = report.events.filter { $0.kind.name == "clockMoved" }
        #expect(moves == [DeliveryReport.Event(time: .zero, kind: .clockMoved(to: .seconds(10)))])
        #expect(report.text.contains("       0 ms  clockMoved: to 10000 ms\n"))
        #expect(report.outcome == .timedOut)
    }

    private func checkOthers(holding time: Duration?) async throws {
        let device = Hosting.inProcess.device(patience: .milliseconds(200))
        device.profile.connectionPatience = time
        let url = try #require(URL(string: try server.get().url("/late")))
        var report: DeliveryReport
        var delay = Duration.seconds(1)
        repeat {
            asked.isSet.store(false, ordering: .relaxed)
            async let other = URLSession(configuration: .ephemeral).data(from: url)
            try await until { asked.isSet.load(ordering: .relaxed) }
            let wait = delay
            async let answer: Void = answer(after: wait)
            report = await device.report(of: device.deliver(payload: Push.scripted()))
            _ = try await (other, answer)
            delay *= 3
        } while time != nil && report.held == nil && delay < .seconds(20)
        #expect((report.held == nil) == (time == nil))
    }

    @Test func `other connections of the test's process hold the clock if the profile says so`()
        async throws
    {
        try await checkOthers(holding: nil)
        await #expect(processExitsWith: .success) {
            try await NetworkTests().checkOthers(holding: .seconds(30))
        }
    }

    private static func checkTimer(_ hosting: Hosting) async throws {
        let device = hosting.device(patience: .milliseconds(100))
        let payload = Push.scripted("after:500:handOver")
        let report = try #require(await device.finalReport(of: device.deliver(payload: payload)))
        #expect(report.outcome == .handedOver && report.handOvers == 1)
        #expect(!report.faults.contains(.neverHandedOver))
        // Else the clock would move on, to the warning and the end.
        let passed = Set(report.kinds.map(\.name))
        #expect(passed.isDisjoint(with: ["clockMoved", "warned", "killed"]), "\(report.text)")
    }

    /// The example of an extension that tries again later.
    @Test func `an extension that waits for a timer has the time that it waits`() async throws {
        try await Self.checkTimer(.ownProcess)
        await #expect(processExitsWith: .success) { try await Self.checkTimer(.inProcess) }
    }

    @Test func `a timer of one push is none of another's`() async throws {
        let (first, second) = (Hosting.inProcess.device(), Hosting.inProcess.device())
        let waiting = first.deliver(payload: Push.scripted("after:500000:handOver"))
        let idle = second.deliver(payload: Push.scripted("later:title:Ann"))
        try await until { waiting.kinds.contains(.returned) && idle.kinds.contains(.returned) }
        #expect(first.host.activity(all: false).nextTimer != nil)
        #expect(second.host.activity(all: false).nextTimer == nil)
    }

    @Test(arguments: Hosting.allCases)
    func `a timer that runs after its time makes no caller wait`(_ hosting: Hosting) async {
        let device = hosting.device(patience: .milliseconds(300))
        device.profile.limits.time = .seconds(1)
        device.profile.limits.lastChance = .seconds(1)
        let payload = Push.scripted("after:500000:handOver")
        let report = await device.report(of: device.deliver(payload: payload))
        #expect(report.outcome == .timedOut)
    }

    @Test func `in a process of its own a sleeping task has its time, too`() async throws {
        let device = Hosting.ownProcess.device(patience: .milliseconds(100))
        let payload = Push.scripted("sleep:500:handOver")
        let report = try #require(await device.finalReport(of: device.deliver(payload: payload)))
        #expect(report.outcome == .handedOver)
        #expect(!report.kinds.contains { $0.name == "clockMoved" }, "\(report.text)")
    }

    // URLSession has such a timer for good, once it was used.
    @Test(arguments: Hosting.allCases)
    func `a timer that runs again and again lets no real time pass`(_ hosting: Hosting) async {
        let device = hosting.device(patience: .milliseconds(100))
        let report = await device.report(of: device.deliver(payload: Push.scripted("tick")))
        #expect(report.outcome == .timedOut)
        #expect(report.kinds.contains { $0.name == "clockMoved" }, "\(report.text)")
    }

    @Test(arguments: Hosting.allCases)
    func `an answer that is there at once holds nothing`(_ hosting: Hosting) async throws {
        let server = try server.get()
        let device = hosting.device()
        let payload = Push.scripted("fetch:\(server.url("/soon"))")
        let report = await device.report(of: device.deliver(payload: payload))
        #expect(report.shown?.content.title == "dinner")
        #expect(report.held == nil)
    }

    @Test func `a move that a test asks for is no event`() async {
        let device = Hosting.inProcess.device()
        let delivery = device.deliver(payload: Push.scripted())
        await device.advance(by: .seconds(60))
        #expect(await !delivery.report.kinds.contains { $0.name == "clockMoved" })
    }

    static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:8AE2 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 10 1 0 100
           1: 0100007F:8AE2 0100007F:B3F8 01 00000000:00000000 00:00000000 00000000     0        0 11 1 0 20
           2: 0100007F:8AE4 0100007F:B3F8 02 00000000:00000000 00:00000000 00000000     0        0 12 1 0 20
           3: 0100007F:8AE6 0100007F:B3F8 08 00000000:00000000 00:00000000 00000000     0        0 13 1 0 20
           4: 0100007F:8AE6 0100007F:B3F8 06 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20
        """

    @Test(arguments: [("10", false), ("11", true), ("12", true), ("13", false), ("99", false)])
    func `connections count that are open or being opened`(_ socket: Substring, _ counts: Bool) {
        #expect(OpenConnections.has(Self.table, anyOf: [socket]) == counts)
    }

    @Test func `sockets of this machine alone are told from others`() {
        let table = """
            Num       RefCount Protocol Flags    Type St Inode Path
            000000002026c506: 00000003 00000000 00000000 0001 03 125960
            000000007a78e0a0: 00000002 00000000 00010000 0001 01 23 /run/a service/socket
            """
        #expect(OpenConnections.localSockets(in: table) == ["125960", "23"])
    }
}

/// Set by a server, and looked at by a test.
private final class Flag: Sendable {
    let isSet = Atomic(false)
}

extension DeliveryReport {
    /// How long the clock was held.
    fileprivate var held: Duration? {
        for case .clockHeld(let time) in kinds { return time }
        return nil
    }
}
