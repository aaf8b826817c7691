// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import SimulatedDevice
import Testing
import UserNotifications

/// A delegate that donates what it is told of.
private final class DonatingDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        await AppCodeTests.donate(response.notification.request.identifier)
    }
}

struct AppCodeTests {
    static func donate(_ identifier: String) async {
        let intent = INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: nil,
            speakableGroupName: nil,
            conversationIdentifier: nil,
            serviceName: nil,
            sender: nil,
            attachments: nil
        )
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.identifier = identifier
        try? await interaction.donate()
    }

    @Test func `code of the app finds the device's notification center, and donates to it`()
        async throws
    {
        let device = Device.running()
        try await device.asApp {
            let request = LocalNotificationTests.request(nil)
            try await UNUserNotificationCenter.current().add(request)
            await Self.donate("mine")
        }
        #expect(device.history.count == 1)
        #expect(device.donations.map(\.identifier) == ["mine"])
    }

    @Test func `what a delegate donates is the device's as well`() async throws {
        let device = await ResponseTests.device()
        let delegate = DonatingDelegate()
        device.notificationCenter.delegate = delegate
        _ = try await device.respond(to: "dinner").report
        #expect(device.donations.map(\.identifier) == ["dinner"])
    }
}
