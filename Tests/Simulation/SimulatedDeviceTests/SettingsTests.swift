// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Testing
import UserNotifications

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
