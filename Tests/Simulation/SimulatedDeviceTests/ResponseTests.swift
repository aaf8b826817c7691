// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Testing
import UserNotifications

struct ResponseTests {
    static let payload =
        #"{"aps":{"alert":"Dinner at eight?","category":"INVITATION","badge":1}}"#

    /// A device on which an invitation named "dinner" is shown.
    static func device(
        options: UNNotificationCategoryOptions = [],
        appState: DeviceProfile.AppState = .background,
        patience: Duration = .seconds(2)
    ) async -> SimulatedDevice {
        let device = Device.running(patience: patience)
        device.profile.appState = appState
        device.notificationCenter.setNotificationCategories([
            UNNotificationCategory(
                identifier: "INVITATION",
                actions: [
                    UNTextInputNotificationAction(
                        identifier: "reply",
                        title: "Reply",
                        textInputButtonTitle: "Send",
                        textInputPlaceholder: ""
                    ),
                    UNNotificationAction(
                        identifier: "decline",
                        title: "Decline",
                        options: [.destructive]
                    ),
                ],
                intentIdentifiers: [],
                options: options
            )
        ])
        _ = await device.deliver(payload: payload, headers: ["apns-collapse-id": "dinner"]).report
        return device
    }

    @Test func `a delegate with handlers is told what the user wrote`() async throws {
        let device = await Self.device()
        let delegate = HandlerDelegate()
        device.notificationCenter.delegate = delegate
        let report = try await device.respond(to: "dinner", with: .text("reply", "Gladly")).report
        #expect(delegate.notes.all == ["dinner reply: Gladly"])
        #expect(report.delegate == .answered)
        #expect(report.text == "Gladly")
        #expect(!report.isAppOpened && !report.isAppLaunched && !report.isDestructive)
    }

    @Test func `an async delegate is told, and finds the device's notification center`()
        async throws
    {
        let device = await Self.device()
        let delegate = AsyncDelegate()
        device.notificationCenter.delegate = delegate
        let report = try await device.respond(to: "dinner", with: .action("decline")).report
        #expect(delegate.notes.all == ["dinner decline"])
        #expect(report.delegate == .answered)
        #expect(report.isDestructive)
    }

    @Test func `a response takes the notification away, and leaves the badge to the app`()
        async throws
    {
        let device = await Self.device()
        try device.respond(to: "dinner", with: .dismiss)
        #expect(await device.notificationCenter.deliveredNotifications().isEmpty)
        #expect(device.badge == 1)
        #expect(throws: DeviceError.unknownNotification) { try device.respond(to: "dinner") }
    }

    @Test func `what can't be done changes nothing`() async {
        let device = await Self.device(appState: .terminated)
        device.profile.lock = .locked
        #expect(throws: DeviceError.locked) { try device.respond(to: "dinner") }
        #expect(await device.notificationCenter.deliveredNotifications().count == 1)
        #expect(device.profile.appState == .terminated)
    }

    @Test(arguments: [
        (DeviceProfile.AppState.terminated, UserAction.default, DeviceProfile.AppState.foreground),
        (.terminated, .action("decline"), .background),
        (.background, .default, .foreground),
        (.background, .action("decline"), .background),
    ])
    func `an app that doesn't run is started for a response, where the action belongs`(
        _ before: DeviceProfile.AppState,
        _ action: UserAction,
        _ after: DeviceProfile.AppState
    ) async throws {
        let device = await Self.device(appState: before)
        let report = try await device.respond(to: "dinner", with: action).report
        #expect(device.profile.appState == after)
        #expect(report.isAppLaunched == (before == .terminated))
        #expect(report.isAppOpened == (after == .foreground))
        #expect(report.delegate == .noDelegate)
    }

    @Test func `a dismissal that the app doesn't ask for leaves it alone`() async throws {
        let device = await Self.device(appState: .terminated)
        let delegate = HandlerDelegate()
        device.notificationCenter.delegate = delegate
        let report = try await device.respond(to: "dinner", with: .dismiss).report
        #expect(report.delegate == .notTold)
        #expect(delegate.notes.all.isEmpty)
        #expect(device.profile.appState == .terminated)
    }

    @Test func `a delegate that never says that it is done has 30 seconds`() async throws {
        let device = await Self.device(options: .customDismissAction, patience: .milliseconds(20))
        let delegate = HandlerDelegate(answers: false)
        device.notificationCenter.delegate = delegate
        let response = try device.respond(to: "dinner", with: .dismiss)
        await device.advance(by: .seconds(29))
        #expect(response.reportSoFar == nil)
        await device.advance(by: .seconds(1))
        let report = await response.report
        #expect(report.delegate == .timedOut)
        #expect(report.time == .seconds(30))
    }

    @Test func `each error says what is wrong in words of its own`() {
        let errors: [DeviceError] = [
            .unknownNotification, .unknownCategory, .unknownAction, .actionNotVisible, .textMissing,
            .textNotAsked, .locked, .settingsNotOffered, .closed, .unanswered, .noPlayButton,
            .entitlementMissing, .cancelled,
        ]
        let texts = errors.map(\.message)
        #expect(Set(texts).count == texts.count)
        #expect(texts.allSatisfy { $0.count > 15 && $0.first?.isLowercase == true })
    }
}
