// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushServiceExtension

/// The names and places of messages that are posted from the backlog.
@Suite struct BacklogTests {
    // MARK: - Names

    @Test(.rules("T-10 T-11 T-12"))
    func `what a killed run left is in its push's place: a later one takes it`()
        async throws
    {
        let scene = try Scene()
        try scene.leave(try await scene.score("0 : 0", 0))
        #expect(try await scene.post().recovered == 1)
        #expect(scene.listed == ["0 : 0"])
        try await scene.settle(scene.score("1 : 0", 1))
        #expect(scene.listed == ["1 : 0"])
    }

    // MARK: - Places

    @Test(.rules("T-10 T-11 T-12"))
    func `what was deferred takes the place of no message that its sender made later`()
        async throws
    {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        await scene.deliver(try await scene.score("1 : 0", 1))
        try scene.keep(stale)
        let report = try await scene.post()
        #expect(report.superseded == 1 && report.deferred == 0)
        #expect(scene.listed == ["1 : 0"])
        #expect(scene.appearances(of: "0 : 0").count == 0)
        let second = try await scene.post()
        #expect(second.superseded == 0 && second.deferred == 0 && second.recovered == 0)
    }

    @Test func `what was left and is the later one stays beside an earlier one that comes`()
        async throws
    {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        try scene.leave(try await scene.score("1 : 0", 1))
        try await scene.settle(stale)
        try await scene.post()
        #expect(scene.listed == ["1 : 0"])
    }

    @Test(arguments: [true, false])
    func
        `what is the later one stays beside an earlier one that comes, also where its place is seen`(
            _ isDeferred: Bool
        ) async throws
    {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        let latest = try await scene.score("1 : 0", 1)
        try await scene.settleWithoutKey(latest, as: latest.headers.collapseID)
        if isDeferred { try scene.keep(latest) } else { try scene.leave(latest) }
        try await scene.settle(stale)
        try await scene.post()
        #expect(scene.listed == ["1 : 0"])
    }

    @Test func `a stranger's push takes the place of nothing that was posted beside it`()
        async throws
    {
        let scene = try Scene()
        let score = try await scene.score("1 : 0", 0)
        try scene.keep(score)
        let other = try await strange(to: scene)
        let name = score.headers.collapseID
        try await scene.settle(payload: other.payload, headers: ["apns-collapse-id": name])
        // It waits for the next run, and stands beside the stranger's then.
        #expect(scene.listed == ["Gone"])
        try await scene.post()
        #expect(Set(scene.listed) == ["Gone", "1 : 0"])
    }

    @Test(.rules("T-19"))
    func `a push that can't be opened takes the place of nothing that was posted beside it`()
        async throws
    {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try await scene.settleWithoutKey(sealed, as: "elsewhere")
        try scene.leave(sealed)
        try await scene.settleUnopenable(as: "elsewhere")
        try await scene.post()
        #expect(scene.listed.contains("Dinner at eight?"))
    }

    @Test(.rules("T-19"))
    func `what was excluded beside a replay is posted beside the next push`() async throws {
        let scene = try Scene(.ownProcess)
        let score = try await scene.score("0 : 0", 0)
        try await scene.settle(score)
        try await scene.endProcess()
        try scene.leave(try await scene.score("1 : 0", 1))
        try await scene.settle(score)
        #expect(scene.listed == ["0 : 0"])
        try await scene.settle(scene.seal("The latest"))
        #expect(Set(scene.listed) == ["The latest", "1 : 0"])
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `an unfinished message that a later one has replaced is not posted`() async throws {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        await scene.deliver(try await scene.score("1 : 0", 1))
        try scene.leave(stale)
        #expect(try await scene.post().superseded == 1)
        #expect(scene.listed == ["1 : 0"])
        let second = try await scene.post()
        #expect(second.superseded == 0 && second.deferred == 0 && second.recovered == 0)
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `of two that were deferred the one that was made later stays, whichever came first`()
        async throws
    {
        let scene = try Scene()
        scene.setLocked(true)
        let earlier = try await scene.score("0 : 0", 0)
        await scene.deliver(try await scene.score("1 : 0", 1))
        try scene.setTime(Phone.now.advanced(by: .seconds(2)))
        await scene.deliver(earlier)
        scene.setLocked(false)
        let report = try await scene.post()
        #expect(report.deferred == 1 && report.superseded == 1)
        #expect(scene.listed == ["1 : 0"])
    }

    @Test func `what was just posted keeps its place, also where the list does not have it`()
        async throws
    {
        let scene = try Scene()
        for (arrival, score) in ["1 : 0", "0 : 0"].enumerated() {
            let sealed = try await scene.score(score, 1 - Int64(arrival))
            try scene.keep(sealed, after: Int64(arrival))
        }
        // It shows nothing of what it takes.
        let center = FussyCenter { _ in false }
        let report = try await center.asApp {
            try await scene.folder.settings.postBacklog()
        }
        #expect(center.taken == ["1 : 0"])
        #expect(report.superseded == 1)
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `what a run left takes the place of its placeholder`() async throws {
        let scene = try Scene()
        let sealed = try await scene.score("0 : 0", 0)
        try await scene.settleWithoutKey(sealed, as: sealed.headers.collapseID)
        #expect(scene.listed == ["New notification"])
        try scene.leave(sealed)
        #expect(try await scene.post().recovered == 1)
        #expect(scene.listed == ["0 : 0"])
    }

    /// Seals a message of an unknown sender a minute later.
    private func strange(to scene: Scene) async throws -> SealedNotification {
        let stranger = Sender(keys: SenderKeys(), memory: TransientSenderMemory())
        return try await stranger.seal(
            stranger.prepare(
                Array(#"{"aps":{"alert":"Gone"}}"#.utf8),
                now: Phone.now.advanced(by: .seconds(60))
            ),
            for: SealingTarget(
                scene.phone.keys.bundle(oneTime: 0, at: Phone.now),
                recipient: .untracked,
                topic: scene.phone.topic
            ),
            now: Phone.now.advanced(by: .seconds(60))
        )
    }

    @Test(.rules("T-10 T-11 T-12"), arguments: [true, false])
    func `another sender's unfinished message hides no later one`(
        _ comesLast: Bool
    ) async throws {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        let latest = try await scene.score("1 : 0", 1)
        if comesLast { try await scene.settle(latest) }
        let other = try await strange(to: scene)
        let received = try scene.phone.receiver()
            .receive(
                other.payload,
                identifier: latest.headers.collapseID,
                now: Phone.now.advanced(by: .seconds(60))
            )
        try #require(received.outcome == .opened)
        #expect(try await scene.post().recovered == 1)
        if !comesLast { try await scene.settle(latest) }
        _ = NotificationDeferral(storeAt: scene.folder.store)
            .keep(stale.payload, identifier: stale.headers.collapseID, now: Phone.now)
        #expect(try await scene.post().superseded == 1)
        // A push takes the place of whatever has its name: that is the system's doing.
        #expect(Set(scene.listed) == (comesLast ? ["1 : 0", "Gone"] : ["1 : 0"]))
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `another sender's message keeps no message from being posted`() async throws {
        let scene = try Scene()
        let deferred = try await scene.score("0 : 0", 0)
        let other = try await strange(to: scene)
        // The push service may call a message what it likes.
        _ = await scene.device
            .deliver(payload: other.payload, headers: deferred.pushHeaders).report
        #expect(scene.listed == ["Gone"])
        _ = NotificationDeferral(storeAt: scene.folder.store)
            .keep(deferred.payload, identifier: deferred.headers.collapseID, now: Phone.now)
        #expect(try await scene.post().deferred == 1)
        #expect(Set(scene.listed) == ["0 : 0", "Gone"])
    }
}
