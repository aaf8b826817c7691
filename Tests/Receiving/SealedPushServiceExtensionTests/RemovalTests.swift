// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushServiceExtension

/// Messages that take earlier ones away.
@Suite struct RemovalTests {
    private static let silent = #"{"aps":{}}"#

    @Test(.rules("T-24 T-25"), arguments: Hosting.allCases)
    func `a sender takes its own messages away`(_ hosting: Hosting) async throws {
        let scene = try Scene(hosting)
        try scene.folder.write(.filtering, "")
        scene.device.profile.mayFilter = true
        let first = try await scene.seal("One")
        let second = try await scene.seal("Two") { $0.collapseKey = "two" }
        for sealed in [first, second] { await scene.deliver(sealed) }
        try await scene.deliver("Three")
        let report = await scene.deliver(
            try await scene.command(removing: [first, second], Self.silent)
        )
        #expect(report.outcome == .suppressed)
        #expect(scene.listed == ["Three"])
    }

    @Test(.rules("D-21"))
    func `without the entitlement it shows a quiet placeholder, of which there is one`()
        async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("One")
        await scene.deliver(sealed)
        for _ in 1...2 {
            let report = await scene.deliver(
                try await scene.command(removing: [sealed], Self.silent)
            )
            #expect(report.outcome == .handedOver)
            #expect(report.shown?.presentation.isAlerting == false)
            #expect(scene.listed == [SenderLabels().placeholder])
        }
        try await scene.post()
        #expect(scene.listed == [])
    }

    @Test func `a message may take another's place and say so`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("The train is late")
        await scene.deliver(sealed)
        let payload = #"{"aps":{"alert":"The train is there","sound":"default"}}"#
        let report = await scene.deliver(try await scene.command(removing: [sealed], payload))
        #expect(report.shown?.presentation.isAlerting == true)
        #expect(scene.listed == ["The train is there"])
    }

    @Test(.rules("T-24 T-25")) func `no sender removes another sender's messages`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        let stranger = Sender(keys: SenderKeys(), memory: TransientSenderMemory())
        var options = SealingOptions()
        options.remove = [sealed].compactMap { NotificationName($0.headers.collapseID) }
        // Its own name does not make it another sender.
        let claim =
            #"{"aps":{"alert":"Gone"},"sender":"\#(Hex.encode(scene.phone.server.identity.bytes.span))"}"#
        let command = try await stranger.seal(
            stranger.prepare(Array(claim.utf8), options, now: Phone.now),
            for: SealingTarget(
                scene.phone.keys.bundle(oneTime: 0, at: Phone.now),
                recipient: .untracked,
                topic: scene.phone.topic
            ),
            now: Phone.now
        )
        await scene.deliver(command)
        #expect(Set(scene.listed) == ["Dinner at eight?", "Gone"])
    }

    @Test(.rules("T-24 T-25"), arguments: [false, true])
    func `a silenced sender takes nothing away, shows nothing and claims nothing`(
        _ isRevoked: Bool
    ) async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try await scene.settle(sealed)
        if isRevoked {
            let revocation = SenderIdentity.Revocation(signing: scene.phone.server.signingKey)
            try scene.phone.contacts.apply(revocation)
        } else {
            try scene.phone.contacts.block(scene.phone.server.identity)
        }
        let command = try await scene.command(removing: [sealed], oneTime: true)
        let (report, line) = try await scene.settle(command)
        #expect(line.contains("OpeningError.senderNotAccepted)"))
        #expect(report.shown?.content.title == SenderLabels().placeholder)
        #expect(report.shown?.presentation.isAlerting == false)
        #expect(scene.listed.contains("Dinner at eight?"))
        #expect(try scene.phone.keys.holds(command.message.prekeyID))
    }

    @Test func `a command that was deferred works when the device is unlocked`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("One")
        await scene.deliver(sealed)
        scene.setLocked(true)
        let deferred = try await scene.seal("Two")
        await scene.deliver(deferred)
        try scene.setTime(Phone.now.advanced(by: .seconds(1)))
        await scene.deliver(try await scene.command(removing: [sealed, deferred], Self.silent))
        scene.setLocked(false)
        try await scene.post()
        #expect(scene.listed == [])
        #expect(scene.appearances(of: "Two") == (1, 1))
    }
}

/// Messages that take others away, and messages that wait.
@Suite struct BacklogRemovalTests {
    @Test func `what a killed run left can be taken away`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try scene.leave(sealed)
        try await scene.post()
        #expect(scene.listed == ["Dinner at eight?"])
        let command = try await scene.command(removing: [sealed])
        await scene.deliver(command)
        #expect(scene.listed == ["Not today"])
    }

    @Test(.rules("T-26 T-27 T-28"), arguments: [true, false])
    func `any number of messages that take others away are done with at once`(
        _ isByApp: Bool
    ) async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        let silent = #"{"aps":{"content-available":1}}"#
        for _ in 0...100 {
            try scene.keep(try await scene.command(removing: [sealed], silent))
        }
        if isByApp {
            #expect(try await scene.post().isUnfinished == false)
        } else {
            try await scene.settle(scene.seal("The latest"))
        }
        #expect(!(try scene.phone.receiver().hasDeferred))
        #expect(try scene.phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(.rules("T-24 T-25"))
    func `what waited takes nothing away that its sender made later`() async throws {
        let scene = try Scene()
        let later = try await scene.score("1 : 0", 2)
        await scene.deliver(later)
        let command = try await scene.phone.seal(
            #"{"aps":{"alert":"Not today"}}"#,
            at: Phone.now.advanced(by: .seconds(1))
        ) { $0.remove = [later].compactMap { NotificationName($0.headers.collapseID) } }
        try scene.leave(command)
        #expect(try await scene.post().recovered == 1)
        #expect(Set(scene.listed) == ["1 : 0", "Not today"])
    }

    @Test(.rules("T-24 T-25")) func `a message does not take itself away`() async throws {
        let scene = try Scene()
        let name = try await scene.score("0 : 0", 0).headers.collapseID
        let sealed = try await scene.phone.seal(#"{"aps":{"alert":"1 : 0"}}"#) { options in
            options.collapseKey = "match"
            options.remove = [NotificationName(name)].compactMap(\.self)
        }
        try #require(sealed.headers.collapseID == name)
        try scene.leave(sealed)
        try await scene.post()
        #expect(scene.listed == ["1 : 0"])
    }

    @Test(.rules("T-26 T-27 T-28"), arguments: [true, false])
    func `a removal is not remembered: what is opened after it is shown`(
        _ isDeferred: Bool
    ) async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        let command = try await scene.command(removing: [sealed])
        if isDeferred {
            try scene.keep(command)
            try scene.keep(sealed, after: 1)
            try await scene.post()
        } else {
            try scene.leave(sealed)
            try await scene.settle(command)
        }
        #expect(Set(scene.listed) == ["Dinner at eight?", "Not today"])
        let again = try scene.phone.receiver().receive(command.payload, now: Phone.now)
        #expect(again.outcome == .failed(.refused(.replayed)))
        #expect(try scene.phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test func `a removal that a killed run did before its claim was cleared is repeated`()
        async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        await scene.deliver(sealed)
        try scene.leave(try await scene.command(removing: [sealed]))
        for _ in 0..<2 { try await scene.post() }
        #expect(scene.listed == ["Not today"])
    }
}
