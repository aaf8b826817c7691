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

    @Test(arguments: FaultTrial.Host.allCases)
    func `a campaign has its picture, its buttons and its badge`(_ host: FaultTrial.Host)
        async throws
    {
        let campaign = try campaign.get()
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
        #expect(Set(campaign.server.paths) == ["/photo.png", "/receipt"])
    }

    @Test(arguments: FaultTrial.Host.allCases)
    func `without an answer the text is shown`(_ host: FaultTrial.Host) async throws {
        let campaign = try campaign.get()
        let device = campaign.trial.device(host, patience: .seconds(20))
        let report = await device.whileInstalled {
            await device.report(of: device.deliver(payload: campaign.payload(media: "/none.png")))
        }
        #expect(report.shown?.lines == ["Sale", "Half price"])
        #expect(report.shown?.attachments == [] && report.faults == [])
    }

    @Test(arguments: PlantedFault.allCases)
    func `the first sentence of the report names the fault`(_ fault: PlantedFault) async throws {
        try await Self.check(fault, in: .ownProcess, campaign.get())
    }

    // The clock stands still for each connection of the test's process, and other tests have some.
    @Test func `it does so in the test's process, too`() async {
        await #expect(processExitsWith: .success) {
            let campaign = try Campaign()
            for fault in PlantedFault.allCases {
                try await CampaignTests.check(fault, in: .testProcess, campaign)
            }
        }
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
