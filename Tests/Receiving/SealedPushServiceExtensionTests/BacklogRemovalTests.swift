// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import SimulatedDevice
import Testing
import UserNotifications

@testable import SealedPushServiceExtension

/// Messages that take away what waits, in the same run.
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

    @Test
    func `what is taken away by a message that was deferred is not shown, though a run left it`()
        async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try scene.leave(sealed)
        let command = try await scene.command(removing: [sealed])
        try scene.keep(command)
        try await scene.post()
        #expect(scene.listed == ["Not today"])
    }

    @Test(arguments: 0..<6)
    func `what is taken away is not shown, in whichever order a run left both`(
        _ turn: Int
    ) async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?", oneTime: turn.isMultiple(of: 2))
        let command = try await scene.command(
            removing: [sealed],
            oneTime: !turn.isMultiple(of: 2)
        )
        for message in [sealed, command] { try scene.leave(message) }
        #expect(try await scene.post().isUnfinished == false)
        #expect(scene.listed == ["Not today"])
        #expect(try scene.phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(arguments: [true, false])
    func `what is taken away by a message that was opened before is never in sight`(
        _ isAtHand: Bool
    ) async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        let command = try await scene.command(removing: [sealed])
        if !isAtHand { try scene.keep(command) }
        try scene.keep(sealed, after: 1)
        if isAtHand { try await scene.settle(command) } else { try await scene.post() }
        #expect(scene.listed == ["Not today"])
        #expect(scene.appearances(of: "Dinner at eight?") == (0, 0))
        #expect(!(try scene.phone.receiver().hasDeferred))
        #expect(try scene.phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test func `what stands for a message that is taken away goes with it`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        let command = try await scene.command(removing: [sealed])
        try await scene.settleWithoutKey(sealed, as: sealed.headers.collapseID)
        try #require(scene.listed == ["New notification"])
        try scene.leave(sealed)
        // Opened before it, so that the message itself is never posted.
        try scene.keep(command)
        try await scene.post()
        #expect(scene.listed == ["Not today"])
        #expect(try scene.phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(arguments: [true, false])
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

    @Test func `what waited takes nothing away that its sender made later`() async throws {
        let scene = try Scene()
        let later = try await scene.score("1 : 0", 2)
        await scene.deliver(later)
        let command = try await scene.phone.seal(
            #"{"aps":{"alert":"Not today"}}"#,
            at: Phone.now.advanced(by: .seconds(1))
        ) { $0.remove = [later].compactMap { CollapseID($0.headers.collapseID) } }
        try scene.leave(command)
        #expect(try await scene.post().recovered == 1)
        #expect(Set(scene.listed) == ["1 : 0", "Not today"])
    }

    @Test func `a message does not take itself away`() async throws {
        let scene = try Scene()
        let name = try await scene.score("0 : 0", 0).headers.collapseID
        let sealed = try await scene.phone.seal(#"{"aps":{"alert":"1 : 0"}}"#) { options in
            options.collapseKey = "match"
            options.remove = [CollapseID(name)].compactMap(\.self)
        }
        try #require(sealed.headers.collapseID == name)
        try scene.leave(sealed)
        try await scene.post()
        #expect(scene.listed == ["1 : 0"])
    }

    @Test func `what was deferred after the message that takes it away goes as well`() async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try scene.keep(try await scene.command(removing: [sealed]))
        try scene.keep(sealed, after: 1)
        try await scene.post()
        #expect(scene.listed == ["Not today"])
        #expect(try scene.phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a removal holds no claim open, and is not remembered beyond its run`(
        _ isDeferred: Bool
    ) async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        if isDeferred { try scene.keep(sealed) } else { try scene.leave(sealed) }
        let command = try await scene.command(removing: [sealed])
        try scene.leave(command)
        // The removed message stays as it is in this run: a push has its name that can't be opened.
        try await scene.settleUnopenable(as: sealed.headers.collapseID)
        #expect(Set(scene.listed) == ["New notification", "Not today"])
        let again = try scene.phone.receiver().receive(command.payload, now: Phone.now)
        #expect(again.outcome == .failed(.refused(.replayed)))
        try await scene.settle(scene.seal("The latest"))
        #expect(Set(scene.listed) == ["The latest", "Dinner at eight?", "Not today"])
    }

    @Test(arguments: [49, 50])
    func `a run keeps the last 50 names that were removed`(_ others: Int) async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try scene.keep(try await scene.command(removing: [sealed]))
        let many = try await scene.seal(#"Many"#) { options in
            options.remove = (0..<others)
                .map { CollapseID(MessageID([UInt8](repeating: UInt8($0), count: 16))) }
        }
        try scene.keep(many, after: 1)
        try scene.keep(sealed, after: 2)
        try await scene.post()
        #expect(scene.listed.contains("Dinner at eight?") == (others == 50))
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
