// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushSender
import SealedPushServiceExtension
import SimulatedDevice
import TestSupport
import Testing

/// Messages of contacts as communication notifications.
@Suite struct ConversationTests {
    @Test(arguments: Hosting.allCases)
    func `a contact's message comes from a person, with a picture`(_ hosting: Hosting) async throws
    {
        let scene = try Scene(hosting)
        let identity = scene.phone.server.identity
        try FileManager.default.createDirectory(
            at: scene.folder.pictures,
            withIntermediateDirectories: true
        )
        try Data([1, 2, 3]).write(to: scene.folder.pictures.appending(path: "a.png"))
        try scene.phone.contacts.setAvatar("a.png", of: identity)
        let report = await scene.deliver(try await scene.seal("Dinner at eight?") { $0.from = "7" })
        #expect(report.shown?.sender?.name == "Ann")
        #expect(report.shown?.sender?.hasImage == true)
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        let donation = try #require(scene.device.donations.first)
        #expect(donation.direction == .incoming)
        let intent = try #require(donation.intent as? INSendMessageIntent)
        let key = Hex.encode(identity.bytes.span)
        #expect(intent.sender?.personHandle?.value == key)
        #expect(intent.sender?.customIdentifier == key)
        #expect(intent.conversationIdentifier == key)
        #expect(donation.groupIdentifier == key)
        #expect(intent.content == nil)
    }

    @Test func `a contact without a picture, or with one that is not there, is a person, too`()
        async throws
    {
        let scene = try Scene()
        let first = try await scene.deliver("One")
        try scene.phone.contacts.setAvatar("gone.png", of: scene.phone.server.identity)
        let second = try await scene.deliver("Two")
        for report in [first, second] {
            #expect(report.shown?.sender?.name == "Ann")
            #expect(report.shown?.sender?.hasImage == false)
        }
    }

    @Test(arguments: [#""title":"Dinner","#, #""subtitle":"Dinner","#])
    func `a sealed title or subtitle stands in the place of the group`(_ line: String) async throws
    {
        let scene = try Scene()
        let sealed = try await scene.phone.seal(#"{"aps":{"alert":{\#(line)"body":"At eight?"}}}"#)
        let report = await scene.deliver(sealed)
        #expect(report.shown?.sender?.name == "Ann")
        #expect(report.shown?.sender?.group == "Dinner")
        #expect(report.shown?.content.title == "Ann")
    }

    @Test(arguments: [ContactStatus.PreviewPolicy.senderOnly, .hidden])
    func `who is not shown in full is no person to the system`(
        _ preview: ContactStatus.PreviewPolicy
    )
        async throws
    {
        let scene = try Scene()
        try scene.phone.contacts.setPreview(preview, of: scene.phone.server.identity)
        let report = try await scene.deliver("Dinner at eight?")
        #expect(report.shown != nil && report.shown?.sender == nil)
        #expect(scene.device.donations.isEmpty)
    }

    @Test(.rules("D-26 D-27"))
    func `a contact to be checked is no person to the system, and is shown with a warning`()
        async throws
    {
        let scene = try Scene()
        try scene.phone.contacts.setStatus(
            ContactStatus(trust: .changed),
            of: scene.phone.server.identity
        )
        let report = try await scene.deliver("Dinner at eight?")
        #expect(report.shown?.lines == ["Check: Ann", "Dinner at eight?"])
        #expect(report.shown?.presentation.isAlerting == true)
        #expect(report.shown?.content.userInfo?.root["aps"] == nil)
        #expect(report.shown?.sender == nil)
        #expect(scene.device.donations.isEmpty)
    }

    @Test func `neither strangers nor blocked senders are persons to the system`() async throws {
        let scene = try Scene(contact: nil)
        #expect(try await scene.deliver("One").shown?.sender == nil)
        try scene.phone.contacts.add(name: "Ann", identity: scene.phone.server.identity)
        try scene.phone.contacts.block(scene.phone.server.identity)
        #expect(try await scene.deliver("Two").shown?.sender == nil)
        #expect(scene.device.donations.isEmpty)
    }

    @Test func `deferred messages come from persons, too`() async throws {
        let scene = try Scene()
        scene.setLocked(true)
        try await scene.deliver("Dinner at eight?")
        #expect(scene.device.donations.isEmpty)
        scene.setLocked(false)
        try await scene.post()
        #expect(scene.device.list.first?.notifications.first?.sender?.name == "Ann")
        #expect(scene.device.donations.count == 1)
    }

    @Test(arguments: [ContactStatus.Trust.blocked, .changed])
    func `donations of a contact in doubt are deleted, and those of others stay`(
        _ trust: ContactStatus.Trust
    ) async throws {
        let scene = try Scene()
        let contacts = scene.phone.contacts
        let other = SenderKeys()
        let key = Hex.encode(other.identity.bytes.span)
        try contacts.add(name: "Bob", identity: other.identity)
        try contacts.add(name: "Cleo", identity: scene.phone.server.identity, code: "7")
        try await scene.deliver("One")
        await scene.deliver(try await scene.seal("Two") { $0.from = "7" })
        let payload = #"{"aps":{"alert":"Three"}}"#
        await scene.deliver(try await scene.phone.seal(payload, by: other))
        #expect(scene.device.donations.count == 3)
        let settings = scene.folder.settings
        try await scene.device.asApp { try await settings.deleteDoubtfulDonations() }
        #expect(scene.device.donations.count == 3)
        try contacts.setStatus(ContactStatus(trust: trust), of: scene.phone.server.identity)
        try await scene.device.asApp { try await settings.deleteDoubtfulDonations() }
        #expect(scene.device.donations.map(\.groupIdentifier) == [key])
        try await scene.device.asApp { try await settings.deleteDonations(of: other.identity) }
        #expect(scene.device.donations.isEmpty)
    }
}
