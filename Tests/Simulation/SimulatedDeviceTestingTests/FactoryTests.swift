// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import SimulatedDeviceTesting
import Testing
import UserNotifications

struct FactoryTests {
    static let date = Date(timeIntervalSince1970: 1_800_000_000)

    static var content: UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "Ann"
        return content
    }

    @Test func `a notification is made of content or of a request`() {
        let notification = UNNotification.simulated(Self.content, identifier: "a", date: Self.date)
        #expect(notification.request.identifier == "a")
        #expect(notification.request.content.title == "Ann")
        #expect(notification.request.trigger is UNPushNotificationTrigger)
        #expect(notification.date == Self.date)
        #expect(UNNotification.simulated(notification.request, date: Self.date) == notification)
    }

    @Test(
        arguments: [
            (.default, UNNotificationDefaultActionIdentifier, nil),
            (.dismiss, UNNotificationDismissActionIdentifier, nil),
            (.action("accept"), "accept", nil), (.text("reply", "Gladly"), "reply", "Gladly"),
        ] as [(UserAction, String, String?)]
    )
    func `a response is made of what the user did`(
        _ action: UserAction,
        _ identifier: String,
        _ text: String?
    ) {
        let notification = UNNotification.simulated(Self.content, date: Self.date)
        let response = UNNotificationResponse.simulated(to: notification, with: action)
        #expect(response.actionIdentifier == identifier)
        #expect(response.notification == notification)
        #expect((response as? UNTextInputNotificationResponse)?.userText == text)
    }

    @Test func `settings are those of a profile`() {
        #expect(UNNotificationSettings.simulated().authorizationStatus == .authorized)
        var profile = DeviceProfile(app: "com.example.app")
        profile.permission = .denied
        profile.permission.previews = .never
        let settings = UNNotificationSettings.simulated(for: profile)
        #expect(settings.authorizationStatus == .denied)
        #expect(settings.alertSetting == .disabled)
        #expect(settings.showPreviewsSetting == .never)
    }

    @Test func `a request is what an extension is given of a push`() throws {
        var language = DeviceProfile.Language()
        language.strings = ["GREETING": "Hello, %@"]
        let request = try UNNotificationRequest.simulated(
            payload: #"{"aps":{"alert":{"loc-key":"GREETING","loc-args":["Ann"]}},"id":7}"#,
            headers: ["apns-collapse-id": "greeting"],
            language: language
        )
        #expect(request.identifier == "greeting")
        #expect(request.content.body == "Hello, Ann")
        #expect(request.content.userInfo["id"] as? Int == 7)
        #expect(throws: DeliveryReport.Loss.payloadMalformed) {
            try UNNotificationRequest.simulated(payload: "{}")
        }
    }
}
