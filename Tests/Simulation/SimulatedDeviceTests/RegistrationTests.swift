// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Testing
import UserNotifications

struct RegistrationTests {
    static func token(
        app: String = "com.example.app",
        name: String = "iPhone"
    ) async throws -> [UInt8] {
        var profile = DeviceProfile(app: app)
        profile.name = name
        let device = SimulatedDevice(profile: profile) { UNNotificationServiceExtension() }
        return try await device.registerForRemoteNotifications()
    }

    @Test func `a device token has 32 bytes, and stays the same`() async throws {
        let device = Device.running()
        let token = try await device.registerForRemoteNotifications()
        #expect(token.count == 32)
        #expect(try await device.registerForRemoteNotifications() == token)
        #expect(try await Self.token() == token)
    }

    @Test func `each app, device and installation has a token of its own`() async throws {
        let device = Device.running()
        var tokens = [
            try await device.registerForRemoteNotifications(),
            try await Self.token(app: "com.example.other"),
            try await Self.token(name: "iPad"),
        ]
        device.reinstall()
        tokens.append(try await device.registerForRemoteNotifications())
        #expect(Set(tokens).count == 4)
    }

    @Test func `an offline device gets its token when it is online`() async throws {
        let device = Device.running()
        device.goOffline()
        async let token = device.registerForRemoteNotifications()
        await Task.yield()
        device.goOnline()
        #expect(try await token.count == 32)
        device.goOffline()
        async let second = device.registerForRemoteNotifications()
        await Task.yield()
        device.profile.isOnline = true
        #expect(try await second == token)
    }

    @Test func `waiting for the network ends with the task`() async {
        let device = Device.running()
        device.goOffline()
        let task = Task { try await device.registerForRemoteNotifications() }
        task.cancel()
        await #expect(throws: DeviceError.cancelled) { try await task.value }
    }

    @Test func `without the entitlement there is no token`() async {
        let device = Device.running()
        device.profile.mayReceivePushes = false
        await #expect(throws: DeviceError.entitlementMissing) {
            try await device.registerForRemoteNotifications()
        }
    }

    @Test func `an app that was installed anew has nothing, and asks anew`() async throws {
        let device = Device.running()
        let center = device.notificationCenter
        _ = await device.deliver(payload: #"{"aps":{"alert":"a","badge":2}}"#).report
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "A", actions: [], intentIdentifiers: [])
        ])
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
        try await center.add(LocalNotificationTests.request(trigger))
        await device.asApp { await AppCodeTests.donate("dinner") }
        #expect(device.donations.count == 1)
        device.reinstall()
        #expect(device.donations.isEmpty)
        #expect(device.badge == 0 && device.list.isEmpty)
        #expect(await center.notificationCategories().isEmpty)
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        #expect(device.profile.appState == .terminated)
        await device.advance(by: .seconds(10))
        #expect(device.history.count == 1)
    }
}
