// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Testing
import UserNotifications

struct PermissionTests {
    static func device(_ permission: NotificationPermission = .notAsked) -> SimulatedDevice {
        let device = Device.running()
        device.profile.permission = permission
        return device
    }

    @Test(arguments: [(NotificationPermission.Answer.allow, true), (.refuse, false)])
    func `the user is asked once`(_ answer: NotificationPermission.Answer, _ isGranted: Bool)
        async throws
    {
        let device = Self.device()
        device.profile.answer = answer
        let center = device.notificationCenter
        #expect(try await center.requestAuthorization(options: [.alert]) == isGranted)
        device.profile.answer = answer == .allow ? .refuse : .allow
        #expect(try await center.requestAuthorization(options: [.alert]) == isGranted)
    }

    @Test func `the app gets what it asked for, and no more`() async throws {
        let device = Self.device()
        let center = device.notificationCenter
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        #expect(await center.notificationSettings().alertSetting == .notSupported)
        _ = try await center.requestAuthorization(options: [.alert, .criticalAlert])
        let settings = await center.notificationSettings()
        #expect(settings.authorizationStatus == .authorized)
        #expect(settings.alertSetting == .enabled)
        #expect(settings.alertStyle == .banner)
        #expect(settings.soundSetting == .disabled)
        #expect(settings.badgeSetting == .disabled)
        #expect(settings.criticalAlertSetting == .notSupported)
        #expect(settings.timeSensitiveSetting == .notSupported)
    }

    @Test func `an entitlement is needed for critical and for time-sensitive notifications`()
        async throws
    {
        let device = Self.device()
        device.profile.mayAlertCritically = true
        device.profile.maySendTimeSensitive = true
        let center = device.notificationCenter
        _ = try await center.requestAuthorization(options: [.alert, .criticalAlert])
        #expect(await center.notificationSettings().criticalAlertSetting == .enabled)
        #expect(await center.notificationSettings().timeSensitiveSetting == .enabled)
    }

    @Test func `quiet notifications need no answer, and more than them does`() async throws {
        let device = Self.device()
        device.profile.answer = .refuse
        let center = device.notificationCenter
        #expect(try await center.requestAuthorization(options: [.alert, .provisional]))
        #expect(await center.notificationSettings().authorizationStatus == .provisional)
        #expect(try await center.requestAuthorization(options: [.alert, .provisional]))
        #expect(try await !center.requestAuthorization(options: [.alert]))
        #expect(await center.notificationSettings().authorizationStatus == .denied)
    }

    @Test(arguments: [NotificationPermission.notAsked, .denied])
    func `an app that may not notify is told so when it tries`(
        _ permission: NotificationPermission
    ) async {
        let device = Self.device(permission)
        let content = UNMutableNotificationContent()
        content.body = "a"
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        await #expect(throws: UNError(.notificationsNotAllowed)) {
            try await device.notificationCenter.add(request)
        }
        #expect(device.history.isEmpty)
    }

    @Test func `the badge is set and cleared by the app`() async throws {
        let device = Self.device(.granted)
        try await device.notificationCenter.setBadgeCount(5)
        #expect(device.badge == 5)
        try await device.notificationCenter.setBadgeCount(0)
        #expect(device.badge == 0)
        await #expect(throws: UNError(.badgeInputInvalid)) {
            try await device.notificationCenter.setBadgeCount(-1)
        }
    }

    @Test func `without leave for a badge there is none`() async throws {
        for change in [{ $0.permission = .denied }, { $0.permission.setsBadge = false }]
            as [(inout DeviceProfile) -> Void]
        {
            let device = Self.device(.granted)
            change(&device.profile)
            await #expect(throws: UNError(.notificationsNotAllowed)) {
                try await device.notificationCenter.setBadgeCount(5)
            }
            #expect(device.badge == 0)
        }
    }
}
