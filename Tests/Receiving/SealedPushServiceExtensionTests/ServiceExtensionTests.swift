// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushSender
import SealedPushServiceExtension
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
        let hash = EnvelopeHash(of: sealed.envelope.span)
        #expect(fields?["message"]?.string == hash.description)
    }

    @Test func `what is null is not in the user info, which is a property list`() async throws {
        let scene = try Scene()
        let payload = #"{"aps":{"alert":"Dinner?"},"a":null,"b":[1,null,{"c":null,"d":2}]}"#
        let report = await scene.deliver(try await scene.phone.seal(payload))
        let root = try #require(report.shown?.content.userInfo?.root)
        #expect(root["a"] == nil)
        let elements = try #require(root["b"]?.elements)
        #expect(elements.count == 2 && elements[0].integer == 1)
        #expect(elements[1]["c"] == nil && elements[1]["d"]?.integer == 2)
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
}
