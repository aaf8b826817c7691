// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import SealedPushServiceExtension
import SealedPushStore
import SimulatedDevice
import TestSupport
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
        #expect(try await scene.post().deferred == 1)
        #expect(scene.listed == ["Dinner at eight?"])
    }

    @Test(.rules("D-20"))
    func `a notice that comes too late takes no earlier one away`() async throws {
        let scene = try Scene(service: LateService.init)
        try await scene.deliver("Dinner at eight?")
        try await scene.deliver("Are you there?")
        #expect(scene.listed == Array(repeating: SenderLabels().locked, count: 2))
    }
}

/// An extension on a locked device, which finds that out when the system's time is nearly over.
private final class LateService: SealedNotificationService, @unchecked Sendable {
    private let folder: PhoneFolder

    init(_ folder: PhoneFolder) {
        self.folder = folder
    }

    override var settings: ServiceSettings {
        var settings = folder.settings
        let clock = ManualClock()
        settings.clock = clock
        settings.deadline = .milliseconds(29_500)
        settings.openStore = { () throws(StoreError) in
            clock.advance(by: .milliseconds(29_200))
            throw .locked
        }
        return settings
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
