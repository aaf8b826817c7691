// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import SimulatedDevice
import Synchronization
import TestSupport
import Testing
import UserNotifications

/// Every way in which the protocol lets a message fail, on the device.
@Suite struct ErrorClassTests {
    /// What is shown where nothing may be: the sender's own text, nothing else of what came with
    /// it.
    private var placeholder: NotificationContent {
        var content = NotificationContent()
        content.title = SenderLabels().placeholder
        return content
    }

    @Test(.rules("D-29 D-32 D-33 D-34 D-35 C-20"), arguments: Hosting.allCases)
    func `every error class ends in the app's own text`(_ hosting: Hosting) async throws {
        let scene = try Scene(hosting)
        for error in BrokenPush.classes {
            let (report, line) = try await BrokenPush(error, on: scene).deliver(to: scene)
            let isQuiet = [.replayed, .senderNotAccepted].contains(error)
            let expected = isQuiet ? placeholder.quiet() : placeholder
            #expect(report.outcome == .handedOver, "\(error)")
            #expect(report.handOvers == 1, "\(error)")
            #expect(report.shown?.content == expected, "\(error)")
            #expect(report.shown?.presentation.isBanner == !isQuiet, "\(error)")
            #expect(report.shown?.presentation.isAudible == false, "\(error)")
            #expect(report.shown?.attachments == [] && report.shown?.sender == nil, "\(error)")
            #expect(scene.listed.count { $0 == SenderLabels().placeholder } == 1, "\(error)")
            // By a class of its own: a push that broke no rule, or another one, would not be told
            // so.
            #expect(line.contains("OpeningError.\(error))"), "\(error)")
            scene.device.notificationCenter.removeAllDeliveredNotifications()
        }
    }

    @Test(.rules("T-1"), arguments: Hosting.allCases)
    func `a device that can't look shows the placeholder, and the message once it can`(
        _ hosting: Hosting
    ) async throws {
        let scene = try Scene(hosting)
        for trouble in DeviceTrouble.allCases {
            #expect(DeviceTrouble(trouble.error) == trouble)
            let sealed = try await scene.seal("Message of \(trouble)")
            try await trouble.trouble(scene) {
                let (report, line) = try await scene.settle(
                    payload: sealed.payload,
                    headers: sealed.pushHeaders
                )
                #expect(report.outcome == .handedOver, "\(trouble)")
                #expect(report.handOvers == 1, "\(trouble)")
                #expect(report.shown?.lines == report.original.map { [$0.body] }, "\(trouble)")
                #expect(report.shown?.content.userInfo == nil, "\(trouble)")
                #expect(report.shown?.presentation.isBanner == true, "\(trouble)")
                #expect(report.shown?.presentation.isAudible == false, "\(trouble)")
                #expect(line.contains("\(trouble.error)"), "\(line)")
            }
            let report = try await scene.settle(
                payload: sealed.payload,
                headers: sealed.pushHeaders
            ).report
            #expect(report.shown?.content.body == "Message of \(trouble)")
            #expect(report.shown?.presentation.isAudible == true, "\(trouble)")
            #expect(scene.listed.count { $0 == "Message of \(trouble)" } == 1, "\(trouble)")
        }
    }

    @Test(.rules("D-29 D-32 D-33 D-34"))
    func `the classes are those of the specification`() throws {
        let text = String(decoding: try Repository.read("docs/protocol/storage.md"), as: UTF8.self)
        let section = try #require(text.components(separatedBy: "## 8 Error classes").last)
        let table = try #require(section.components(separatedBy: "\n\n").dropFirst(2).first)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(rows.count == OpeningError.all.count)
        #expect(Set(rows) == Set(OpeningError.all.map(\.name)))
        #expect(Set(BrokenPush.classes).union([.malformedPayload]) == Set(OpeningError.all))
    }

    @Test func `what is no JSON is lost before`() async throws {
        let report = await (try Scene()).device.deliver(payload: "{").report
        #expect(report.outcome == .lost(.payloadMalformed))
    }

    @Test func `what the system read and the extension cannot read shows the app's own text`()
        async throws
    {
        let scene = try Scene()
        let content = UNMutableNotificationContent()
        content.body = BrokenPush.body
        // No payload of a push service has it; no JSON can be made of it.
        content.userInfo = ["aps": ["alert": BrokenPush.body], "date": Date()]
        let shown = Mutex<[String]>([])
        let service = PhoneService(scene.folder)
        service.didReceive(
            UNNotificationRequest(identifier: "", content: content, trigger: nil)
        ) { content in
            shown.withLock { $0.append(content.title) }
        }
        try await until { scene.folder.read(.reports)?.hasSuffix("\n") == true }
        #expect(scene.folder.read(.reports)?.contains("OpeningError.malformedPayload)") == true)
        #expect(shown.withLock(\.self) == [SenderLabels().placeholder])
    }
}
