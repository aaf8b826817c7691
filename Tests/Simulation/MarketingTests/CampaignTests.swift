// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SimulatedDevice
import SimulatedDeviceTesting
import TestSupport
import Testing
import UserNotifications

/// The extension as it is, and with each fault that is planted in it or its server.
struct CampaignTests {
    private let campaign = Result { try Campaign() }

    @Test func `a campaign has its picture, its buttons and its badge`() async throws {
        try await Self.checkCampaign(in: .ownProcess, campaign.get())
    }

    @Test func `without an answer the text is shown`() async throws {
        try await Self.checkText(in: .ownProcess, campaign.get())
    }

    @Test(arguments: PlantedFault.allCases)
    func `the first sentence of the report names the fault`(_ fault: PlantedFault) async throws {
        try await Self.check(fault, in: .ownProcess, campaign.get())
    }

    // The clock stands still for each connection of the test's process, those of other tests and of
    // earlier pushes among them.
    @Test func `in the test's process a campaign and its text are shown, too`() async {
        await #expect(processExitsWith: .success) {
            try await CampaignTests.checkCampaign(in: .testProcess, Campaign())
            try await CampaignTests.checkText(in: .testProcess, Campaign())
        }
    }

    @Test(arguments: PlantedFault.allCases.map(\.rawValue))
    func `in the test's process the first sentence names the fault, too`(
        _ name: String
    ) async throws {
        await #expect(processExitsWith: .success) { [name] in
            let fault = try #require(PlantedFault(rawValue: name))
            try await CampaignTests.check(fault, in: .testProcess, Campaign())
        }
    }

    private static func checkCampaign(
        in host: FaultTrial.Host,
        _ campaign: Campaign
    ) async throws {
        let device = campaign.trial.device(host, patience: .seconds(20))
        let report = await device.whileInstalled {
            await expectHandedOverOnce(device.deliver(payload: campaign.payload()), on: device)
        }
        #expect(report.faults == [])
        #expect(report.shown?.lines == ["Sale", "Half price"])
        #expect(report.shown?.attachments.map(\.type) == ["public.png"])
        #expect(report.shown?.presentation.badge == 1)
        #expect(report.shown?.content.categoryIdentifier == "BEACON.Buy|Later")
        let categories = await device.notificationCenter.notificationCategories()
        #expect(categories.first?.actions.map(\.title) == ["Buy", "Later"])
        #expect(Set(campaign.server.requests.map(\.path)) == ["/photo.png", "/receipt"])
    }

    private static func checkText(in host: FaultTrial.Host, _ campaign: Campaign) async throws {
        let device = campaign.trial.device(host, patience: .seconds(20))
        let report = await device.whileInstalled {
            await device.report(of: device.deliver(payload: campaign.payload(media: "/none.png")))
        }
        #expect(report.shown?.lines == ["Sale", "Half price"])
        #expect(report.shown?.attachments == [] && report.faults == [])
    }

    private static func check(
        _ fault: PlantedFault,
        in host: FaultTrial.Host,
        _ campaign: Campaign
    ) async throws {
        let payload = campaign.payload(media: MediaServer.path(for: fault.rawValue))
        let report = try await campaign.trial.report(of: payload, planted: fault, in: host)
        let named = try #require(report)
        expectNamed(fault, by: named)
        #expect(named.text.hasPrefix(named.explanation))
        #expect(named.faults.isEmpty == (fault == .slowDownload))
        #expect(named.shown?.lines == ["Sale", "Half price"])
    }
}
