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

    @Test(arguments: Home.allCases)
    func `a campaign has its picture, its buttons and its badge`(_ home: Home) async throws {
        let campaign = try campaign.get()
        let device = campaign.device(home, patience: .seconds(20))
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

    @Test(arguments: Home.allCases)
    func `without an answer the text is shown`(_ home: Home) async throws {
        let campaign = try campaign.get()
        let device = campaign.device(home, patience: .seconds(20))
        let report = await device.whileInstalled {
            await device.report(of: device.deliver(payload: campaign.payload(media: "/none.png")))
        }
        #expect(report.shown?.lines == ["Sale", "Half price"])
        #expect(report.shown?.attachments == [] && report.faults == [])
    }

    /// The picture that a fault of the server's has.
    private static func media(for fault: PlantedFault) -> String {
        switch fault {
        case .wrongFileType: "/photo.bmp"
        case .pageInsteadOfPicture: "/page.png"
        case .slowDownload: "/slow.png"
        default: "/photo.png"
        }
    }

    @Test(arguments: PlantedFault.allCases, Home.allCases)
    func `the first sentence of the report names the fault`(
        _ fault: PlantedFault,
        _ home: Home
    ) async throws {
        let campaign = try campaign.get()
        let device = campaign.device(home, planted: fault)
        let report = try await device.whileInstalled {
            // The start of the process is no part of the fault.
            if home == .ownProcess {
                _ = await device.deliver(payload: #"{"aps":{"alert":"a","mutable-content":1}}"#)
                    .report
            }
            let push = device.deliver(payload: campaign.payload(media: Self.media(for: fault)))
            return try #require(await device.finalReport(of: push))
        }
        expectNamed(fault, by: report)
        #expect(report.text.hasPrefix(report.explanation))
        #expect(report.faults.isEmpty == (fault == .slowDownload))
        #expect(report.shown?.lines == ["Sale", "Half price"])
    }
}
