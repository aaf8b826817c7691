// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Testing
import UIKit
import UserNotifications

@testable import Photo

struct PhotoTests {
    /// The controller that the device was given last.
    private final class Made: @unchecked Sendable {
        var controller: NotificationViewController?
    }

    private let made = Made()
    private let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.chat")) {
        UNNotificationServiceExtension()
    }

    init() {
        let like = UNNotificationAction(identifier: "like", title: "Like", options: [])
        device.notificationCenter.setNotificationCategories([
            UNNotificationCategory(identifier: "PHOTO", actions: [like], intentIdentifiers: [])
        ])
        let made = made
        device.addContentExtension(for: ["PHOTO"]) { context in
            let controller = NotificationViewController()
            controller.extensionContext = context
            // As the system does before it hands a notification over.
            controller.loadViewIfNeeded()
            made.controller = controller
            return controller
        }
    }

    /// Shows a notification with a photo of 2 times 1 pixels.
    private func show() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).gif")
        try Data("GIF89a".utf8 + [2, 0, 1, 0, 0, 0, 0]).write(to: file)
        let content = UNMutableNotificationContent()
        content.body = "Look"
        content.categoryIdentifier = "PHOTO"
        content.attachments = [try UNNotificationAttachment(identifier: "photo", url: file)]
        try await device.notificationCenter.add(
            UNNotificationRequest(identifier: "photo", content: content, trigger: nil)
        )
    }

    @Test func `the photo is shown in its size`() async throws {
        try await show()
        let expanded = try await device.expand("photo")
        let controller = try #require(made.controller)
        #expect(expanded.hasExtension)
        #expect(controller.label.text == "Look")
        #expect(controller.preferredContentSize == CGSize(width: 2, height: 1))
        #expect(controller.view.subviews == [controller.imageView, controller.label])
    }

    @Test func `who likes it once can't do so again`() async throws {
        try await show()
        let expanded = try await device.expand("photo")
        let report = try await expanded.respond(with: .action("like")).report
        #expect(report.contentExtension == .staysOpen)
        #expect(made.controller?.label.text == "You like it")
        #expect(expanded.isOpen)
        #expect(expanded.actions.isEmpty)
    }
}
