// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushReceiver
import SealedPushSender
import SealedPushServiceExtension
import SealedPushStore
import SimulatedDevice
import Testing
import UserNotifications

/// The extension on a device, with the store of a phone.
@Suite struct ServiceExtensionTests {
    static let dinner =
        #"{"aps":{"alert":{"body":"Dinner at eight?"},"sound":"default","badge":3},"menu":1}"#

    @Test(arguments: Hosting.allCases)
    func `a contact's push is shown under the contact's name`(_ hosting: Hosting) async throws {
        let scene = try Scene(hosting)
        let report = await scene.deliver(try await scene.phone.seal(Self.dinner))
        #expect(report.outcome == .handedOver)
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(report.shown?.content.sound == .default)
        #expect(report.shown?.presentation.badge == 3)
        #expect(report.shown?.content.userInfo?.root["menu"]?.integer == 1)
    }

    @Test func `the app is told who signed a message, whatever the sender says`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?") { $0.from = "7" }
        let fields = await scene.deliver(sealed).shown?.content.userInfo?.root["sealedpush"]
        #expect(fields?["from"]?.string == "7")
        let key = Hex.encode(scene.phone.server.identity.bytes.span)
        #expect(fields?["sender"]?.string == key)
        let hash = EnvelopeHash(of: sealed.message.envelope.span)
        #expect(fields?["message"]?.string == hash.description)
    }

    @Test func `a text that is not to be seen is not left in the user info`() async throws {
        let scene = try Scene()
        try scene.phone.contacts.setPreview(.hidden, of: scene.phone.server.identity)
        let report = try await scene.deliver("Dinner at eight?")
        let userInfo = try #require(report.shown?.content.userInfo)
        #expect(userInfo.root["sealedpush"]?["message"] != nil)
        #expect(!String(decoding: userInfo.bytes, as: UTF8.self).contains("Dinner"))
    }

    @Test func `what can't be opened is shown as the sender's placeholder, without the ciphertext`()
        async throws
    {
        let scene = try Scene()
        let other = try Phone()
        let report = await scene.deliver(try await other.seal(Self.dinner))
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == report.original.map { [$0.body] })
        #expect(report.shown?.content.userInfo == nil)
    }

    @Test func `while the store can't be opened the placeholder is handed over, once`() async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try FileManager.default.removeItem(atPath: scene.folder.store + "/key")
        let report = await scene.deliver(sealed)
        #expect(report.outcome == .handedOver)
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == report.original.map { [$0.body] })
    }

    @Test(arguments: Hosting.allCases)
    func `the device's lock keeps the store out of reach until it is unlocked`(
        _ hosting: Hosting
    ) async throws {
        let scene = try Scene(hosting)
        scene.setLocked(true)
        #expect(try await scene.deliver("One").shown?.content.body != "One")
        scene.setLocked(false)
        #expect(try await scene.deliver("Two").shown?.lines == ["Ann", "Two"])
    }

    @Test func `the system's warning hands the placeholder over, and the message waits`()
        async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        let gate = Gate()
        let device = SimulatedDevice(profile: scene.device.profile) {
            GatedService(folder: scene.folder, gate: gate)
        }
        let delivery = device.deliver(payload: sealed.payload, headers: sealed.pushHeaders)
        await device.advance(by: .seconds(31))
        let report = await delivery.report
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body == report.original?.body)
        gate.open()
        try await until { scene.folder.read(.reports) != nil }
        let waiting = try await device.asApp {
            try await WaitingMessages(scene.folder.settings).post()
        }
        #expect(waiting.parked == 1)
        let listed = device.list.flatMap(\.notifications).map(\.content.body)
        #expect(listed == ["Dinner at eight?"])
    }
}

/// An extension whose store takes as long to open as the test wants.
private final class GatedService: SealedNotificationService {
    private let folder: PhoneFolder
    private let gate: Gate

    init(folder: PhoneFolder, gate: Gate) {
        self.folder = folder
        self.gate = gate
    }

    override var settings: ServiceSettings {
        var settings = folder.settings
        let open = settings.openStore
        settings.openStore = { [gate] () throws(StoreError) in
            gate.wait()
            return try open()
        }
        return settings
    }
}

/// Holds threads back until it is opened, or for twenty seconds: tasks run on them.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func wait() {
        condition.lock()
        let end = Date(timeIntervalSinceNow: 20)
        while !isOpen, condition.wait(until: end) {}
        condition.unlock()
    }

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }
}
