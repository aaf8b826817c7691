// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// Attachments that are not shown: the report names them and says why.
struct AttachmentFaultTests {
    static let html = Array("<!DOCTYPE html><html><body>404</body></html>".utf8)

    @Test(arguments: Hosting.allCases)
    func `an HTML page that is named as a picture is left out, and named`(
        _ hosting: Hosting
    ) async throws {
        let folder = try FileFolder()
        try Data(Self.html).write(to: folder["photo.png"])
        let step = "attach:photo|\(folder["photo.png"].path)"
        let report = await hosting.device().deliver(payload: Push.scripted(step, "handOver"))
            .report
        let content = "an HTML page"
        let event = DeliveryReport.Event.Kind.attachmentMismatched(
            "photo",
            type: "public.png",
            content: content
        )
        #expect(report.attachmentEvents == [event])
        #expect(report.outcome == .handedOver && report.shown?.attachments == [])
        #expect(
            report.faults == [
                .attachmentMismatched("photo", type: "public.png", content: content)
            ]
        )
        #expect(
            report.explanation
                == "The system left the attachment 'photo' out, as it is an HTML page and not public.png; what it handed over is shown."
        )
        #expect(
            report.text.contains("attachmentMismatched: photo, an HTML page and not public.png\n")
        )
        // The system has taken the file away to look at it.
        #expect(folder.names.isEmpty)
    }

    /// What is wrong, the file, and the words for it.
    static let failures: [(steps: [String], files: [String: Int], sentence: String)] = [
        (
            ["attach:a|@photo.bmp"], ["photo.bmp": 24],
            "The extension could not attach 'photo.bmp', as a file of the type 'bmp' can't be attached (error 101);"
        ),
        (
            ["attach:a|@photo.png"], [:],
            "The extension could not attach 'photo.png', as there is no such file that can be read (error 100);"
        ),
        (
            ["attach:a|@song.wav"], ["song.wav": 5 << 20 + 1],
            "The extension could not attach 'song.wav', as it is too large for its type (error 102);"
        ),
        (
            ["attach:a|@photo.png", "remove:@photo.png"], ["photo.png": 24],
            "The system left the attachment 'a' out, as there is no such file that can be read (error 100);"
        ),
    ]

    @Test(arguments: failures, Hosting.allCases)
    func `an attachment that fails is named, and why`(
        _ failure: (steps: [String], files: [String: Int], sentence: String),
        _ hosting: Hosting
    ) async throws {
        let folder = try FileFolder(failure.files)
        let steps = failure.steps.map {
            $0.replacingOccurrences(of: "@", with: folder.url.path + "/")
        }
        let report = await hosting.device()
            .deliver(payload: Push.scripted(steps + ["handOver"])).report
        #expect(report.faults.count == 1)
        #expect(report.explanation == "\(failure.sentence) what it handed over is shown.")
    }

    @Test(arguments: Hosting.allCases)
    func `of many instances at once each has the failures of its own queue`(
        _ hosting: Hosting
    ) async throws {
        let device = hosting.device()
        device.profile.instances = .atOnce
        // In its turn no other test's device is that of the whole process, and takes a queue's
        // failures for its own.
        await device.whileInstalled {
            let deliveries = (0..<32).map { number in
                device.deliver(
                    payload: Push.scripted("queue:attach:a|/none/\(number).png;handOver")
                )
            }
            for (number, delivery) in deliveries.enumerated() {
                let report = await device.report(of: delivery)
                #expect(
                    report.attachmentEvents == [
                        .attachmentNotMade("\(number).png", type: "png", code: 100)
                    ]
                )
            }
        }
    }

    @Test func `a failure that a queue's thread has kept is none of a later push`() async throws {
        let device = Hosting.inProcess.device()
        let heard = try await device.whileInstalled {
            try await onThread { Self.failuresOfLaterPush(to: device) }
        }
        #expect(heard == [])
    }

    /// What a push hears on this thread, on which another one has left a failure.
    private static func failuresOfLaterPush(to device: SimulatedDevice) -> [AttachmentFailure] {
        let heard = Mutex<[AttachmentFailure]>([])
        let (first, second, later) = (AttachmentWatch(), AttachmentWatch(), AttachmentWatch())
        for watch in [first, second] { watch.start(of: device.front.center) { _ in } }
        _ = try? UNNotificationAttachment(identifier: "a", url: URL(filePath: "/none/a.png"))
        for watch in [first, second] { watch.stop() }
        later.start(of: device.front.center) { failure in heard.withLock { $0.append(failure) } }
        later.takeKept()
        later.stop()
        return heard.withLock(\.self)
    }

    @Test func `what a test of its own can't attach is no fault of an extension`() async throws {
        let device = Hosting.inProcess.device()
        let delivery = device.deliver(payload: Push.scripted())
        #expect(throws: UNError.self) {
            try UNNotificationAttachment(identifier: "a", url: URL(filePath: "/none/test.png"))
        }
        await device.advance(by: .seconds(60))
        #expect(await delivery.report.attachmentEvents == [])
    }

    @Test func `a local notification with such a file is refused`() async throws {
        let folder = try FileFolder()
        try Data(Self.html).write(to: folder["photo.png"])
        let device = Hosting.inProcess.device()
        let content = UNMutableNotificationContent()
        content.body = "Look"
        content.attachments = [try folder.attachment("photo.png")]
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: trigger)
        await #expect(throws: UNError(.attachmentCorrupt)) {
            try await device.notificationCenter.add(request)
        }
    }
}
