// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushSender
import SealedPushServiceExtension
import SealedPushStore
import SimulatedDevice
import Testing
import UserNotifications

/// Pushes whose time is over while the store is still being opened.
@Suite struct SlowOpeningTests {
    @Test func `the system's warning hands the placeholder over, and the message waits`()
        async throws
    {
        let scene = try Scene(service: WarnedService.init)
        let (report, _) = try await scene.settle(try await scene.seal("Dinner at eight?"))
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.title == "New notification")
        #expect(try await scene.post().parked == 1)
        #expect(scene.listed == ["Dinner at eight?"])
    }

    /// Brings a push to an extension of its own that opens its store for longer than there is time.
    private func deliverSlowly(
        _ sealed: SealedNotification,
        to scene: Scene,
        as name: String? = nil
    ) async throws -> DeliveryReport {
        let held = try scene.folder.holdOpening()
        let headers = name.map { ["apns-collapse-id": $0] } ?? sealed.pushHeaders
        let delivery = scene.device.deliver(payload: sealed.payload, headers: headers)
        // The answer is on its way before the warning is.
        try await until { scene.folder.read(.opening) == "asked" }
        await scene.device.advance(by: .seconds(31))
        let report = await delivery.report
        try scene.folder.write(.reports, nil)
        try held.close()
        try await until { scene.folder.read(.reports) != nil }
        try scene.folder.write(.opening, nil)
        return report
    }

    @Test func `a message that is shown stays in sight, and quietly`() async throws {
        let scene = try Scene(.ownProcess)
        let sealed = try await scene.seal("Dinner at eight?")
        let first = await scene.deliver(sealed)
        let report = try await deliverSlowly(sealed, to: scene)
        #expect(report.outcome == .handedOver)
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == first.shown?.lines)
        #expect(report.shown?.content.userInfo == first.shown?.content.userInfo)
        #expect(report.shown?.presentation.isAlerting == false)
        #expect(scene.listed == ["Dinner at eight?"])
        // What was kept of the copy is no second message.
        try await scene.post()
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?").alerting == 1)
    }

    @Test func `under another name it moves there`() async throws {
        let scene = try Scene(.ownProcess)
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        _ = try await deliverSlowly(sealed, to: scene, as: "other")
        try await until { scene.listed == ["Dinner at eight?"] }
    }

    @Test func `another message of its name does not stand in for one that is new`()
        async throws
    {
        let scene = try Scene(.ownProcess)
        await scene.deliver(try await scene.seal("1 : 0") { $0.collapseKey = "match" })
        let later = try await scene.seal("1 : 1") { $0.collapseKey = "match" }
        let report = try await deliverSlowly(later, to: scene)
        #expect(report.shown?.content.title == "New notification")
        #expect(report.shown?.presentation.isAlerting == true)
        try await scene.post()
        #expect(scene.listed == ["1 : 1"])
    }
}

/// An extension that opens its store for as long as there is time, and is warned then.
private final class WarnedService: SealedNotificationService, @unchecked Sendable {
    private let folder: PhoneFolder

    init(_ folder: PhoneFolder) {
        self.folder = folder
    }

    override var settings: ServiceSettings {
        var settings = folder.settings
        let open = settings.openStore
        settings.openStore = { [weak self] () throws(StoreError) in
            self?.serviceExtensionTimeWillExpire()
            return try open()
        }
        return settings
    }
}
