// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PhoneExtension
import SealedPush
import SimulatedDevice
import Testing

/// Every way in which the protocol lets a message fail, on the device.
@Suite struct ErrorClassTests {
    /// What is no JSON never comes to an extension.
    static let classes = OpeningError.allCases.filter { $0 != .malformedPayload }

    /// Classes whose sender the phone doesn't know.
    private static let strangers: Set<OpeningError> = [.senderNotAccepted, .senderKeyRefused]

    @Test(arguments: Hosting.allCases)
    func `every error class ends in the sender's placeholder`(_ hosting: Hosting) async throws {
        for error in Self.classes where hosting == .inProcess || error == .cannotOpen {
            let scene = try Scene(hosting, contact: Self.strangers.contains(error) ? nil : "Ann")
            let push = try await BrokenPush(error, on: scene)
            let report = await scene.device
                .deliver(payload: push.payload, headers: push.headers).report
            #expect(report.outcome == .handedOver, "\(error)")
            #expect(report.handOvers == 1, "\(error)")
            #expect(report.shown?.lines == [BrokenPush.body], "\(error)")
            #expect(report.shown?.content.userInfo == nil, "\(error)")
            #expect(report.shown?.content.sound == NotificationSound.none, "\(error)")
            try await until { scene.folder.read(.reports)?.contains(".\(error))") == true }
        }
    }

    @Test func `what is no JSON is lost before`() async throws {
        let report = await (try Scene()).device.deliver(payload: "{").report
        #expect(report.outcome == .lost(.payloadMalformed))
    }
}
