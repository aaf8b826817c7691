// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// The device's store: whose its files are, and how long it has them.
struct AttachmentStoreTests {
    private static let identifier: PushHeaders = ["apns-collapse-id": "one"]

    /// A device whose extension attaches a new file of the folder to each push.
    private static func device(_ folder: FileFolder) -> SimulatedDevice {
        let count = Mutex(0)
        return Device.running { content, hand in
            let name = count.withLock { count in
                count += 1
                return "\(count).png"
            }
            try? folder.fill([name: 24])
            content.attachments = [try? folder.attachment(name)].compactMap(\.self)
            hand(content)
        }
    }

    @Test(
        arguments: [
            { $0.notificationCenter.removeAllDeliveredNotifications() },
            { $0.notificationCenter.removeDeliveredNotifications(withIdentifiers: ["one"]) },
            { _ = try? $0.respond(to: "one", with: .default) },
            { _ = try? $0.respond(to: "one", with: .dismiss) },
            { $0.reinstall() },
        ] as [@Sendable (SimulatedDevice) -> Void]
    )
    func `the file of a notification goes with it`(
        _ remove: @Sendable (SimulatedDevice) -> Void
    ) async throws {
        let folder = try FileFolder()
        let device = Self.device(folder)
        _ = await device.deliver(payload: Push.mutable, headers: Self.identifier).report
        #expect(device.files.count == 1)
        remove(device)
        await device.advance(by: .seconds(60))
        #expect(device.files.isEmpty)
        #expect(folder.names.isEmpty)
    }

    @Test func `a thousand pushes that replace each other leave one file`() async throws {
        let folder = try FileFolder()
        let device = Self.device(folder)
        for number in 1...1000 {
            let report = await device.deliver(payload: Push.mutable, headers: Self.identifier)
                .report
            #expect(report.attachmentEvents == [.attachmentStored("a")])
            #expect(device.files == ["\(number).png"])
        }
        #expect(folder.names.isEmpty)
    }

    @Test func `what is pushed out of the list takes its file with it`() async throws {
        let folder = try FileFolder()
        let device = Self.device(folder)
        for _ in 0..<NotificationList.limit + 20 {
            _ = await device.deliver(payload: Push.mutable).report
        }
        #expect(device.files.count == NotificationList.limit)
        device.notificationCenter.removeAllDeliveredNotifications()
        #expect(device.files.isEmpty)
    }

    @Test func `what is not presented leaves no file`() async throws {
        let folder = try FileFolder()
        let device = Self.device(folder)
        // There it asks the app, which says nothing.
        device.profile.appState = .foreground
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.shown == nil)
        #expect(report.attachmentEvents == [.attachmentStored("a")])
        #expect(device.files.isEmpty)
    }

    @Test func `the store goes with the device, also while the center is held`() async throws {
        let folder = try FileFolder()
        let center: UNUserNotificationCenter
        let store: URL
        do {
            let device = Self.device(folder)
            _ = await device.deliver(payload: Push.mutable).report
            center = device.notificationCenter
            store = device.center.store.folder
            #expect(FileManager.default.fileExists(atPath: store.path))
        }
        #expect(!FileManager.default.fileExists(atPath: store.path))
        withExtendedLifetime(center) {}
    }

    @Test func `the store goes with a process that exits, whatever holds the device`() async throws
    {
        let folder = try FileFolder()
        await #expect(processExitsWith: .exitCode(7)) { [path = folder.url.path as String] in
            try TemporaryFolders.make(URL(filePath: path).appending(path: "store"))
            exit(7)
        }
        #expect(folder.names.isEmpty)
    }

    @Test func `the file of another notification is copied, so that each has its own`() async throws
    {
        let folder = try FileFolder()
        let device = Self.device(folder)
        _ = await device.deliver(payload: Push.mutable, headers: Self.identifier).report
        let center = device.notificationCenter
        let delivered = try #require(await center.deliveredNotifications().first)
        for trigger in [nil, UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)] {
            let request = UNNotificationRequest(
                identifier: trigger == nil ? "two" : "three",
                content: delivered.request.content,
                trigger: trigger
            )
            try await center.add(request)
        }
        #expect(device.files.count == 3)
        await device.advance(by: .seconds(61))
        #expect(device.files.count == 3)
        for rest in [2, 1, 0] {
            let next = try #require(await center.deliveredNotifications().last)
            let files = next.request.content.attachments.map(\.url.path)
            #expect(files.allSatisfy(FileManager.default.fileExists))
            center.removeDeliveredNotifications(withIdentifiers: [next.request.identifier])
            #expect(device.files.count == rest)
        }
    }
}

/// What the store takes: files, and nothing else.
struct AttachmentTakingTests {
    private let store = AttachmentStore()

    private func take(_ attachment: UNNotificationAttachment, bundle: URL? = nil) -> URL? {
        let answer = store.take(attachment.values, bundle: bundle)
        guard case .stored(let stored, _) = answer else { return nil }
        return stored.url
    }

    @Test func `a link goes, and what it leads to is copied`() throws {
        let folder = try FileFolder(["far.png": 27])
        try folder.link("near.png", to: "far.png")
        try folder.link("next.png", to: folder["near.png"].path)
        let place = try #require(take(folder.attachment("next.png")))
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect((attributes[.size] as? NSNumber)?.intValue == 27)
        #expect(folder.names == ["far.png", "near.png"])
    }

    @Test func `a link into the app stays, as all of the app does`() throws {
        let folder = try FileFolder()
        let app = try FileFolder(["icon.png": 27])
        try folder.link("icon.png", to: app["icon.png"].path)
        #expect(try take(folder.attachment("icon.png"), bundle: app.url) != nil)
        #expect(folder.names == ["icon.png"])
        #expect(app.names == ["icon.png"])
    }

    @Test func `what turns into something else on its way does not stay`() async throws {
        let folder = try FileFolder(["secret.png": 27])
        let attachment = HandedObject(try folder.attachment("secret.png"))
        let file = folder["secret.png"]
        let isWanted = Mutex(true)
        let isRunning = Mutex(true)
        Thread.detachNewThread {
            while isWanted.withLock(\.self) {
                // A file at one moment, a link at the next, as one who would have the store lead
                // elsewhere does.
                _ = unsafe symlink("/etc/passwd", file.path)
                _ = unsafe unlink(file.path)
                close(unsafe open(file.path, O_CREAT | O_WRONLY, 0o600))
                _ = unsafe unlink(file.path)
            }
            isRunning.withLock { $0 = false }
        }
        for _ in 0..<500 {
            guard let place = take(attachment.object) else { continue }
            let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        }
        isWanted.withLock { $0 = false }
        try await until { !isRunning.withLock(\.self) }
    }

    @Test func `only what lies in the store is discarded`() throws {
        let folder = try FileFolder(["a.png": 24, "b.png": 24])
        var values = try folder.attachment("a.png").values
        store.discard(values)
        #expect(folder.names.contains("a.png"))
        let place = try #require(take(folder.attachment("b.png")))
        values.url = place.deletingLastPathComponent().appending(
            path: "../\(folder.url.lastPathComponent)/a.png"
        )
        store.discard(values)
        #expect(folder.names.contains("a.png"))
        values.url = place
        store.discard(values)
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test func `nobody else may look into the store`() throws {
        let folder = try FileFolder(["a.png": 24])
        _ = try take(folder.attachment("a.png"))
        let attributes = try FileManager.default.attributesOfItem(atPath: store.folder.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }
}

extension SimulatedDevice {
    /// The names of the files in the device's store.
    fileprivate var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: center.store.folder.path)) ?? []
    }
}
