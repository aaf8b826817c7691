// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushServiceExtension
import SealedPushStore
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

/// Messages that come before the device was unlocked for the first time.
@Suite struct LockedDeviceTests {
    private let texts = (1...50).map { "Message \($0)" }

    /// Brings fifty messages to a locked device.
    private func deliverLocked(_ hosting: Hosting) async throws -> Scene {
        let scene = try Scene(hosting)
        scene.setLocked(true)
        for (second, text) in texts.enumerated() {
            try scene.setTime(Phone.now.advanced(by: .seconds(Int64(second))))
            let report = try await scene.deliver(text)
            #expect(report.outcome == .handedOver)
            #expect(scene.listed == [SenderLabels().locked])
        }
        return scene
    }

    @Test(.rules("D-20 C-13"), arguments: Hosting.allCases)
    func `50 pushes before the first unlock show one notice, and all come after it, in order`(
        _ hosting: Hosting
    ) async throws {
        let scene = try await deliverLocked(hosting)
        scene.setLocked(false)
        let report = try await scene.post()
        #expect(report.deferred == texts.count)
        #expect(report.failures == [] && !report.isRefused)
        #expect(scene.listed == texts.reversed())
        for text in texts { #expect(scene.appearances(of: text) == (1, 1)) }
        #expect(try await scene.post().deferred == 0)
    }

    @Test(arguments: Hosting.allCases)
    func `the next push brings what was deferred, where the app was not opened`(
        _ hosting: Hosting
    ) async throws {
        let scene = try await deliverLocked(hosting)
        scene.setLocked(false)
        let report = try await scene.deliver("The latest")
        #expect(report.shown?.content.body == "The latest")
        #expect(scene.listed == texts.reversed() + ["The latest"])
        for text in texts { #expect(scene.appearances(of: text) == (1, 1)) }
    }

    @Test(.rules("C-13"))
    func `app and extension at once show each message, and each alerts once`() async throws {
        let scene = try await deliverLocked(.ownProcess)
        scene.setLocked(false)
        let sealed = try await scene.seal("The latest")
        async let posted = scene.post()
        // With all that it does after the hand-over: the app may have taken its message for one
        // that was left.
        async let delivered = scene.settle(sealed)
        _ = try await (posted, delivered)
        // What an extension takes away at its end goes some time after.
        try await until(else: "\(scene.listed)") { scene.listed.count == texts.count + 1 }
        #expect(scene.listed.sorted() == (texts + ["The latest"]).sorted())
        for text in texts { #expect(scene.appearances(of: text).alerting == 1, "\(text)") }
    }

    @Test func `a deferred message keeps its name, so that a later one replaces it`() async throws {
        let scene = try Scene()
        scene.setLocked(true)
        for (second, score) in ["0 : 0", "1 : 0"].enumerated() {
            try scene.setTime(Phone.now.advanced(by: .seconds(Int64(second))))
            await scene.deliver(try await scene.seal(score) { $0.collapseKey = "match" })
        }
        scene.setLocked(false)
        try await scene.post()
        #expect(scene.listed == ["1 : 0"])
        await scene.deliver(try await scene.seal("1 : 1") { $0.collapseKey = "match" })
        #expect(scene.listed == ["1 : 1"])
    }

    @Test func `a copy of a posted message is shown on quietly`() async throws {
        let scene = try Scene()
        scene.setLocked(true)
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        scene.setLocked(false)
        try await scene.post()
        await scene.deliver(sealed)
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?") == (2, 1))
    }

    @Test
    func
        `where the store can't be reached the placeholder is shown, and its message takes its place`()
        async throws
    {
        let scene = try Scene(service: AwayService.init)
        let (report, line) = try await scene.settle(try await scene.seal("Dinner at eight?"))
        #expect(report.shown?.content.title == SenderLabels().placeholder)
        #expect(line.contains("\(AwayService.error)"))
        #expect(try await scene.post().deferred == 1)
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?") == (1, 1))
    }

    @Test func `a replay replaces no deferred message of its name`() async throws {
        let scene = try Scene()
        let score = try await scene.seal("1 : 0") { $0.collapseKey = "match" }
        try await scene.settle(score)
        scene.setLocked(true)
        await scene.deliver(try await scene.seal("1 : 1") { $0.collapseKey = "match" })
        scene.setLocked(false)
        try await scene.settle(score)
        #expect(scene.appearances(of: "1 : 1").count == 0)
        #expect(try await scene.post().deferred == 1)
        #expect(scene.listed == ["1 : 1"])
        #expect(scene.appearances(of: "1 : 1") == (1, 1))
    }

    @Test func `a copy that comes too late takes not the place of the one that waits`()
        async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?") {
            $0.timeToLive = TimeToLive(seconds: 600) ?? .day
        }
        scene.setLocked(true)
        await scene.deliver(sealed)
        scene.setLocked(false)
        try scene.setTime(Phone.now.advanced(by: .seconds(3600)))
        let (report, _) = try await scene.settle(sealed)
        #expect(report.shown?.content.title == SenderLabels().placeholder)
        #expect(try await scene.post().deferred == 1)
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?") == (1, 1))
    }

    @Test(arguments: [false, true])
    func `of a sender that is blocked meanwhile nothing is posted, and the notice goes`(
        _ isByApp: Bool
    ) async throws {
        let scene = try Scene()
        scene.setLocked(true)
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        scene.setLocked(false)
        let left = try await scene.seal("Are you there?")
        try scene.leave(left)
        try scene.phone.contacts.block(scene.phone.server.identity)
        if isByApp {
            let report = try await scene.post()
            #expect(report.failures.isEmpty && !report.isUnfinished)
            #expect(report.deferred == 0 && report.recovered == 0)
            #expect(scene.listed == [])
        } else {
            try await scene.settle(scene.seal("Hello?"))
            #expect(scene.listed == ["New notification"])
        }
        try scene.phone.contacts.unblock(scene.phone.server.identity)
        let receiver = try scene.phone.receiver()
        #expect(!receiver.hasDeferred)
        #expect(try receiver.recoverUnfinished(now: Phone.now).notifications.isEmpty)
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .opened)
        #expect(
            receiver.receive(left.payload, now: Phone.now).outcome == .failed(.refused(.replayed))
        )
    }

    @Test(arguments: [false, true])
    func `a deferred message that is refused for now leaves no notice, and is posted later`(
        _ isByApp: Bool
    ) async throws {
        let scene = try Scene()
        scene.setLocked(true)
        try await scene.deliver("Dinner at eight?")
        // By the clock of now alone its prekey has ended (T-18).
        try scene.setTime(Phone.now.advanced(by: .days(60)))
        scene.setLocked(false)
        if isByApp {
            #expect(try await scene.post().deferred == 0)
            #expect(scene.listed == [])
        } else {
            try await scene.settle(scene.seal("Hello?"))
            #expect(scene.listed == ["New notification"])
        }
        try scene.setTime(Phone.now)
        #expect(try await scene.post().deferred == 1)
        #expect(scene.listed.contains("Dinner at eight?"))
        #expect(!scene.listed.contains(SenderLabels().locked))
    }

    @Test(.rules("T-18"))
    func `while the device is locked nothing is posted and the notice stays`() async throws {
        let scene = try Scene()
        scene.setLocked(true)
        try await scene.deliver("Dinner at eight?")
        await #expect(throws: ReceiverError.store(.locked)) { try await scene.post() }
        #expect(scene.listed == [SenderLabels().locked])
    }

    @Test(.rules("T-2 T-3"))
    func `where the app may not notify all waits on, and alerts once it may`() async throws {
        let scene = try Scene()
        scene.setLocked(true)
        try await scene.deliver("Dinner at eight?")
        scene.setLocked(false)
        scene.device.profile.permission = .denied
        let refused = try await scene.post()
        #expect(refused.isRefused && refused.deferred == 0)
        scene.device.profile.permission = .granted
        #expect(try await scene.post().deferred == 1)
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?") == (1, 1))
    }

    @Test func `a message that the system won't take holds no other one up, and waits on`()
        async throws
    {
        let scene = try Scene()
        scene.setLocked(true)
        for (second, text) in ["One", "Two", "Three"].enumerated() {
            try scene.setTime(Phone.now.advanced(by: .seconds(Int64(second))))
            try await scene.deliver(text)
        }
        scene.setLocked(false)
        let center = FussyCenter { $0.content.body == "Two" }
        let report = try await center.asApp {
            try await scene.folder.settings.postBacklog()
        }
        #expect(center.taken == ["One", "Three"])
        #expect(report.deferred == 2 && report.refused == 1 && report.recovered == 0)
        #expect(!report.isRefused)
        try await scene.post()
        #expect(scene.listed == ["Two"])
    }
}

/// An extension whose store's volume is away.
private final class AwayService: SealedNotificationService, @unchecked Sendable {
    static let error = StoreError.unavailable(code: 13)
    private let folder: PhoneFolder

    init(_ folder: PhoneFolder) {
        self.folder = folder
    }

    override var settings: ServiceSettings {
        var settings = folder.settings
        settings.openStore = { () throws(StoreError) in throw Self.error }
        return settings
    }
}
