// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

/// Messages that come again.
@Suite struct ReplayTests {
    @Test(.rules("D-20 D-30 D-31"), arguments: Hosting.allCases)
    func `a message that comes again is shown on as it is, and quietly`(_ hosting: Hosting)
        async throws
    {
        let scene = try Scene(hosting)
        let sealed = try await scene.seal("Dinner at eight?")
        let first = await scene.deliver(sealed)
        let second = await scene.deliver(sealed)
        #expect(first.shown?.presentation.isAlerting == true)
        #expect(second.handOvers == 1)
        #expect(second.shown?.lines == first.shown?.lines)
        #expect(second.shown?.content.userInfo == first.shown?.content.userInfo)
        #expect(second.shown?.content.interruptionLevel == .passive)
        #expect(second.shown?.presentation.isAlerting == false)
        #expect(scene.listed == ["Dinner at eight?"])
    }

    @Test func `a replay takes the place of nothing newer under its name`() async throws {
        let scene = try Scene()
        let score = try await scene.seal("1 : 0") { $0.collapseKey = "match" }
        await scene.deliver(score)
        await scene.deliver(try await scene.seal("1 : 1") { $0.collapseKey = "match" })
        let report = await scene.deliver(score)
        #expect(report.shown?.content.body == "1 : 1")
        #expect(report.shown?.presentation.isAlerting == false)
        #expect(scene.listed == ["1 : 1"])
    }

    @Test(.rules("D-30 D-31"))
    func `a replay of what the user took away is a quiet placeholder`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        // The claim gives up its content after the hand-over; until then the message is recovered.
        try await until { scene.folder.read(.reports) != nil }
        scene.device.notificationCenter.removeAllDeliveredNotifications()
        let report = await scene.deliver(sealed)
        #expect(report.shown?.content.title == SenderLabels().placeholder)
        #expect(report.shown?.presentation.isAlerting == false)
    }

    @Test(.rules("D-30 D-31"))
    func `a copy that comes when its time is over leaves what is shown`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        try scene.setTime(sealed.expiry.advanced(by: .hours(1)))
        let report = await scene.deliver(sealed)
        #expect(report.shown?.content.body == "Dinner at eight?")
        #expect(report.shown?.presentation.isAlerting == false)
    }

    @Test func `a replay under another name moves the notification there`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        let report = await scene.device
            .deliver(payload: sealed.payload, headers: ["apns-collapse-id": "other"]).report
        #expect(report.shown?.content.body == "Dinner at eight?")
        try await until { scene.listed == ["Dinner at eight?"] }
    }

    @Test(arguments: Hosting.allCases)
    func `a copy that comes while the device is locked leaves what is shown`(
        _ hosting: Hosting
    ) async throws {
        let scene = try Scene(hosting)
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        scene.setLocked(true)
        let report = await scene.deliver(sealed)
        #expect(report.shown?.content.body == "Dinner at eight?")
        #expect(report.shown?.presentation.isAlerting == false)
        scene.setLocked(false)
        try await scene.post()
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?").alerting == 1)
    }

    @Test(arguments: Hosting.allCases)
    func `a copy that comes when the store can't be opened leaves what is shown`(
        _ hosting: Hosting
    ) async throws {
        let scene = try Scene(hosting)
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        try scene.damageKey()
        // Without a receiver nothing is opened, and nothing takes the message's place.
        let report = await scene.deliver(sealed)
        #expect(report.shown?.content.body == "Dinner at eight?")
        #expect(report.shown?.presentation.isAlerting == false)
        #expect(scene.listed == ["Dinner at eight?"])
    }

    @Test func `a replay brings no badge back`() async throws {
        let scene = try Scene()
        let sealed = try await scene.phone.seal(#"{"aps":{"alert":"Three","badge":3}}"#)
        await scene.deliver(sealed)
        // As above: what is recovered is no replay.
        try await until { scene.folder.read(.reports) != nil }
        try await scene.device.asApp {
            try await UNUserNotificationCenter.current().setBadgeCount(0)
        }
        await scene.deliver(sealed)
        #expect(scene.device.badge == 0)
    }
}
