// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

struct LocalAttachmentTests {
    @Test func `a file beside the program is copied for a local notification, too`() async throws {
        let folder = try FileFolder(["a.png": 24], in: Hosting.inProcess.programFolder.path)
        let content = UNMutableNotificationContent()
        content.attachments = [try folder.attachment("a.png")]
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        try await Device.running().notificationCenter.add(request)
        #expect(folder.names == ["a.png"])
    }

    private static func file() throws -> URL {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).png")
        try Data([0xFF, 0xD8, 0xFF]).write(to: file)
        return file
    }

    private static func request(_ file: URL, repeats: Bool = false) throws -> UNNotificationRequest
    {
        let content = UNMutableNotificationContent()
        content.title = "Look"
        content.attachments = [try UNNotificationAttachment(identifier: "a", url: file)]
        return UNNotificationRequest(
            identifier: "look",
            content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: repeats)
        )
    }

    private static func exists(_ file: URL?) -> Bool {
        file.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    }

    @Test func `the files of a request move into the device's store when it is added`() async throws
    {
        let device = Device.running()
        let file = try Self.file()
        try await device.notificationCenter.add(Self.request(file))
        #expect(!Self.exists(file))
        let pending = await device.notificationCenter.pendingNotificationRequests()
        let stored = try #require(pending.first?.content.attachments.first?.url)
        #expect(Self.exists(stored))
        device.notificationCenter.removeAllPendingNotificationRequests()
        #expect(!Self.exists(stored))
    }

    @Test func `a notification that repeats has its file each time`() async throws {
        let device = Device.running()
        try await device.notificationCenter.add(Self.request(Self.file(), repeats: true))
        for _ in 1...3 {
            await device.advance(by: .seconds(60))
            let delivered = await device.notificationCenter.deliveredNotifications()
            #expect(delivered.count == 1)
            #expect(Self.exists(delivered.first?.request.content.attachments.first?.url))
        }
        #expect(device.history.map(\.notification.attachments.count) == [1, 1, 1])
    }

    @Test func `the file of a notification goes with it`() async throws {
        let device = Device.running()
        try await device.notificationCenter.add(Self.request(Self.file()))
        await device.advance(by: .seconds(60))
        let delivered = await device.notificationCenter.deliveredNotifications()
        let stored = try #require(delivered.first?.request.content.attachments.first?.url)
        #expect(Self.exists(stored))
        device.notificationCenter.removeAllDeliveredNotifications()
        #expect(!Self.exists(stored))
    }

    @Test func `a file that is gone by then is refused with its code`() async throws {
        let device = Device.running()
        let file = try Self.file()
        let request = try Self.request(file)
        try FileManager.default.removeItem(at: file)
        await #expect(throws: UNError(.attachmentInvalidURL)) {
            try await device.notificationCenter.add(request)
        }
        #expect(await device.notificationCenter.pendingNotificationRequests().isEmpty)
    }
}
