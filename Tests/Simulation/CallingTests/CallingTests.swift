// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Calling
import Foundation
import SealedPush
import SimulatedDevice
import SimulatedDeviceTesting
import TestSupport
import Testing

/// The extension of a calling app, in both hosts: as it is, and with each fault.
struct CallingTests {
    private let server = Result { try MediaServer.start() }
    private let trial = FaultTrial(
        profile: Self.profile,
        executable: BuiltProgram.named("CallingHost")
    ) { PlantedFault.plant($0, in: NotificationService()) }

    private static var profile: DeviceProfile {
        var profile = DeviceProfile(app: "com.example.calling")
        profile.mayFilter = true
        return profile
    }

    /// A push of a call that began so many seconds ago, or rings for so long however busy the
    /// machine is, with a picture if there is a path.
    private func payload(age: Double, picture path: String? = nil) throws -> String {
        let picture = try path.map { #","picture":"\#(try server.get().url($0))""# } ?? ""
        return """
            {"aps":{"alert":{"title":"Call","body":"Open the app"},"mutable-content":1},
             "call":{"id":"\(UUID())","caller":"Ann","isVideo":true,
                     "offeredAt":\(Date().timeIntervalSince1970 - age)\(picture)}}
            """
    }

    @Test func `a call that rings goes to CallKit and shows nothing`() async throws {
        try await checkRinging(in: .ownProcess)
    }

    @Test func `a call that is over is shown with who called`() async throws {
        try await checkOver(in: .ownProcess)
    }

    @Test func `without the entitlement to filter the call is shown as a missed one`() async throws
    { try await checkMissed(in: .ownProcess) }

    @Test(arguments: PlantedFault.allCases)
    func `the first sentence of the report names the fault`(_ fault: PlantedFault) async throws {
        try await check(fault, in: .ownProcess)
    }

    // The clock stands still for each connection of the test's process, those of other tests and of
    // earlier pushes among them.
    @Test func `in the test's process calls are shown so, too`() async {
        await #expect(processExitsWith: .success) {
            let tests = CallingTests()
            try await tests.checkRinging(in: .testProcess)
            try await tests.checkOver(in: .testProcess)
            try await tests.checkMissed(in: .testProcess)
        }
    }

    @Test(arguments: PlantedFault.allCases.map(\.rawValue))
    func `in the test's process the first sentence names the fault, too`(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            let fault = try #require(PlantedFault(rawValue: name))
            try await CallingTests().check(fault, in: .testProcess)
        }
    }

    private func checkRinging(in host: FaultTrial.Host) async throws {
        let device = trial.device(host, patience: .seconds(20))
        let report = try await device.whileInstalled {
            await expectHandedOverOnce(device.deliver(payload: try payload(age: -3600)), on: device)
        }
        #expect(report.outcome == .suppressed && report.faults == [])
        #expect(device.reportedCalls.map { $0["caller"] as? String } == ["Ann"])
        #expect(device.reportedCalls.first?["video"] as? Bool == true)
    }

    private func checkOver(in host: FaultTrial.Host) async throws {
        let device = trial.device(host, patience: .seconds(20))
        let report = try await device.whileInstalled {
            let payload = try payload(age: 60, picture: "/ann.png")
            return await expectHandedOverOnce(device.deliver(payload: payload), on: device)
        }
        #expect(report.shown?.lines == ["Ann", "Missed video call"])
        #expect(report.shown?.attachments.map(\.type) == ["public.png"])
        #expect(device.reportedCalls.isEmpty && report.faults == [])
    }

    private func checkMissed(in host: FaultTrial.Host) async throws {
        let device = trial.device(host, patience: .seconds(20))
        device.changeProfile { $0.mayFilter = false }
        let report = try await device.whileInstalled {
            await expectHandedOverOnce(device.deliver(payload: try payload(age: -3600)), on: device)
        }
        #expect(report.shown?.lines == ["Ann", "Missed video call"])
        #expect(device.reportedCalls.isEmpty)
    }

    /// Faults that a server brings about are those of the picture of a missed call; the others are
    /// planted while it rings.
    private func check(_ fault: PlantedFault, in host: FaultTrial.Host) async throws {
        let path = MediaServer.path(for: fault.rawValue)
        let isOfServer = path != MediaServer.path(for: nil)
        let payload = try payload(age: isOfServer ? 60 : 1, picture: path)
        let outcome = try await trial.report(of: payload, planted: fault, in: host)
        let report = try #require(outcome)
        expectNamed(fault, by: report)
        #expect(report.text.hasPrefix(report.explanation))
        #expect(report.faults.isEmpty == (fault == .slowDownload))
        if isOfServer { #expect(report.shown?.lines == ["Ann", "Missed video call"]) }
    }
}
