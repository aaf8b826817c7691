// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import Testing
import ValueObjects

@testable import SampleExtensions
@testable import UserNotifications

@Suite struct CenterTests {
    private let request = UNNotificationRequest(
        identifier: "a",
        content: UNNotificationContent(),
        trigger: nil
    )

    @Test func `a process without a device may not notify`() async {
        let center = UNUserNotificationCenter.deviceless.center
        await #expect(throws: UNError(.notificationsNotAllowed)) {
            try await center.add(request)
        }
        await #expect(throws: UNError(.notificationsNotAllowed)) {
            try await center.requestAuthorization(options: [.alert])
        }
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        #expect(await center.pendingNotificationRequests().isEmpty)
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await center.notificationCategories().isEmpty)
    }

    @Test func `the center of a task's device is the current one, in this task alone`() async throws
    {
        let device = ScriptedDevice()
        let center = UNUserNotificationCenter(backing: device)
        try await UNUserNotificationCenter.$bound.withValue(.init(center)) {
            #expect(UNUserNotificationCenter.current() === center)
            try await UNUserNotificationCenter.current().add(request)
        }
        #expect(UNUserNotificationCenter.current() !== center)
        #expect(device.calls == ["add a"])
    }

    @Test func `threads of no task see the device of the process`() async {
        await #expect(processExitsWith: .success) {
            let center = UNUserNotificationCenter(backing: ScriptedDevice())
            let shared = UNUserNotificationCenter.Shared(center)
            UNUserNotificationCenter.processWide.withLock { $0 = shared }
            let isSeen = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    let current = UNUserNotificationCenter.current()
                    continuation.resume(returning: current === shared.center)
                }
            }
            #expect(isSeen)
        }
    }

    @Test func `every call reaches the device, with a handler and without`() async throws {
        let device = ScriptedDevice()
        let center = UNUserNotificationCenter(backing: device)
        center.add(request, withCompletionHandler: nil)
        center.setBadgeCount(2, withCompletionHandler: nil)
        try await center.setBadgeCount(3)
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])
        ])
        center.removeAllPendingNotificationRequests()
        center.removePendingNotificationRequests(withIdentifiers: ["x"])
        center.removeAllDeliveredNotifications()
        center.removeDeliveredNotifications(withIdentifiers: ["y"])
        #expect(try await center.requestAuthorization(options: [.badge]))
        #expect(
            device.calls == [
                "add a", "badge 2", "badge 3", "categories c", "remove pending all",
                #"remove pending identifiers(["x"])"#, "remove delivered all",
                #"remove delivered identifiers(["y"])"#, "ask 1",
            ]
        )
        #expect(await center.pendingNotificationRequests() == [request])
        #expect(await center.deliveredNotifications().map(\.request) == [request])
        #expect(await center.notificationSettings().authorizationStatus == .authorized)

        var heard: [String] = []
        center.getPendingNotificationRequests { heard.append("\($0.count) pending") }
        center.getDeliveredNotifications { heard.append("\($0.count) delivered") }
        center.getNotificationSettings { heard.append("status \($0.authorizationStatus.rawValue)") }
        center.getNotificationCategories { heard.append("\($0.count) categories") }
        center.requestAuthorization { granted, error in heard.append("\(granted) \(error == nil)") }
        center.add(request) { heard.append("added \($0 == nil)") }
        #expect(
            heard == [
                "1 pending", "1 delivered", "status 2", "0 categories", "true true", "added true",
            ]
        )
    }

    @Test func `the center keeps its delegate weakly`() {
        let center = UNUserNotificationCenter(backing: ScriptedDevice())
        var delegate: IdleDelegate? = IdleDelegate()
        center.delegate = delegate
        #expect(center.delegate === delegate)
        delegate = nil
        #expect(center.delegate == nil)
    }

    @Test(arguments: Form.allCases)
    func `a delegate is asked in the form it has`(_ form: Form) async {
        let center = UNUserNotificationCenter(backing: ScriptedDevice())
        let notification = UNNotification(request: request, date: Date())
        let presented = await withCheckedContinuation { continuation in
            form.delegate.userNotificationCenter(center, willPresent: notification) {
                continuation.resume(returning: $0)
            }
        }
        #expect(presented == form.options)
    }

    @Test(arguments: Form.allCases)
    func `a delegate hears of a response in the form it has`(_ form: Form) async {
        let device = ScriptedDevice()
        let center = UNUserNotificationCenter(backing: device)
        let notification = UNNotification(request: request, date: Date())
        let response = UNNotificationResponse.make(
            .init(notification: notification.values, actionIdentifier: "a")
        )
        await withCheckedContinuation { continuation in
            form.delegate.userNotificationCenter(center, didReceive: response) {
                continuation.resume()
            }
        }
        form.delegate.userNotificationCenter(center, openSettingsFor: nil)
        #expect(device.calls == (form == .async ? ["ask 5"] : []))
    }

    enum Form: CaseIterable {
        case handler
        case async
        case absent

        var delegate: any UNUserNotificationCenterDelegate {
            switch self {
            case .handler: HandlerDelegate()
            case .async: AsyncDelegate()
            case .absent: IdleDelegate()
            }
        }

        var options: UNNotificationPresentationOptions {
            switch self {
            case .handler: [.banner, .sound]
            case .async: .list
            case .absent: []
            }
        }
    }
}
