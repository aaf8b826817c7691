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
