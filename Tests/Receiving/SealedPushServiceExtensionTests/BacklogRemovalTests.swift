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
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushServiceExtension

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
