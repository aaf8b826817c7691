// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
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

struct ProfileChangeTests {
    @Test func `of two changes at once none is lost`() {
        let device = Device.running()
        let (isChanging, isDone) = (DispatchSemaphore(value: 0), DispatchGroup())
        isDone.enter()
        Thread.detachNewThread {
            isChanging.wait()
            device.changeProfile { $0.isMuted = true }
            isDone.leave()
        }
        device.changeProfile { profile in
            isChanging.signal()
            // The other comes after this one, so it is not waited for long.
            _ = isDone.wait(timeout: .now() + .milliseconds(20))
            profile.isFocused = true
        }
        isDone.wait()
        #expect(device.profile.isFocused && device.profile.isMuted)
    }

    @Test func `a change that brings the device online gives the app its token`() async throws {
        let device = Device.running()
        device.changeProfile { $0.isOnline = false }
        async let token = device.registerForRemoteNotifications()
        await Task.yield()
        device.changeProfile { $0.isOnline = true }
        #expect(try await token.count == 32)
    }
}

/// The way to the settings that an app has of its own.
struct SettingsTests {
    /// A device whose app has asked for that way, and which shows the notification "dinner".
    static func device(_ state: DeviceProfile.AppState = .background) async throws
        -> SimulatedDevice
    {
        let device = await ResponseTests.device(appState: state)
        device.changeProfile { $0.permission = .notAsked }
        _ = try await device.notificationCenter.requestAuthorization(
            options: [.alert, .providesAppNotificationSettings]
        )
        return device
    }

    @Test func `the delegate is called with the notification, or with none`() async throws {
        let device = try await Self.device(.terminated)
        let delegate = SettingsDelegate()
        device.notificationCenter.delegate = delegate
        #expect(try await device.openSettings())
        #expect(try await device.openSettings(for: "dinner"))
        #expect(delegate.notes.all == ["settings", "settings of dinner"])
        #expect(device.profile.appState == .foreground)
        #expect(!device.list.isEmpty)
    }

    @Test func `without a delegate nobody is told`() async throws {
        #expect(try await !Self.device().openSettings())
    }

    @Test func `it must be asked for, the device unlocked, and the notification there`()
        async throws
    {
        let plain = await ResponseTests.device()
        #expect(
            await !plain.notificationCenter.notificationSettings().providesAppNotificationSettings
        )
        await #expect(throws: DeviceError.settingsNotOffered) { try await plain.openSettings() }
        let device = try await Self.device()
        let settings = await device.notificationCenter.notificationSettings()
        #expect(settings.providesAppNotificationSettings)
        await #expect(throws: DeviceError.unknownNotification) {
            try await device.openSettings(for: "lunch")
        }
        device.changeProfile { $0.lock = .locked }
        await #expect(throws: DeviceError.locked) { try await device.openSettings() }
        #expect(device.profile.appState == .background)
    }
}

/// A delegate that notes for what its settings are opened.
private final class SettingsDelegate: NSObject, UNUserNotificationCenterDelegate {
    let notes = Notes()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {
        notes.add(notification.map { "settings of \($0.request.identifier)" } ?? "settings")
    }
}
