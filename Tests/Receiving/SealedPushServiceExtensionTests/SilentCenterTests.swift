// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushServiceExtension

/// A system that does not answer is not waited for without end, and nothing is lost.
@Suite(.timeLimit(.minutes(20))) struct SilentCenterTests {
    /// Settings by which a step's time is over once the center was asked in vain.
    private func settings(of scene: Scene, _ center: SilentCenter) -> ServiceSettings {
        var settings = scene.folder.settings
        settings.clock = ImpatientClock(center: center)
        settings.deadline = ImpatientClock.deadline
        return settings
    }

    /// Brings a push to an extension for which the center is the system's; gives what it hands
    /// over, and its report once all is done.
    private func deliver(
        _ sealed: SealedNotification,
        to scene: Scene,
        _ center: SilentCenter,
        warning isWarned: Bool = false,
        _ change: (inout ServiceSettings) -> Void = { _ in }
    ) async throws -> (content: UNNotificationContent, report: ServiceReport) {
        let handed = Mutex<SystemContent?>(nil)
        let reported = Mutex<ServiceReport?>(nil)
        var settings = settings(of: scene, center)
        change(&settings)
        settings.didHandOver = { report in reported.withLock { $0 = report } }
        let service = GivenService(settings)
        let request = try UNNotificationRequest(
            payload: sealed.payload,
            headers: sealed.pushHeaders,
            language: DeviceProfile.Language()
        )
        center.isHeld = isWarned
        await center.asApp {
            service.didReceive(request) { content in
                let content = SystemContent(content)
                handed.withLock { $0 = content }
            }
        }
        if isWarned {
            try await until { center.unanswered > 0 }
            service.serviceExtensionTimeWillExpire()
            center.isHeld = false
        }
        try await until { reported.withLock { $0 != nil } }
        return (
            try #require(handed.withLock { $0 }).content, try #require(reported.withLock { $0 })
        )
    }

    // MARK: - The app

    @Test(arguments: SilentCenter.Question.allCases)
    func `the app's posting ends, and what it did not post waits on`(
        _ question: SilentCenter.Question
    ) async throws {
        let scene = try Scene()
        scene.setLocked(true)
        try await scene.deliver("One")
        try scene.setTime(Phone.now.advanced(by: .seconds(1)))
        try await scene.deliver("Two")
        scene.setLocked(false)
        let center = await SilentCenter(scene, silentOn: [question])
        let report = try await center.asApp {
            try await settings(of: scene, center).postBacklog()
        }
        #expect(report.isUnfinished && report.deferred == 0 && !report.isRefused)
        #expect(scene.appearances(of: "One").count == 0)
        let second = try await scene.post()
        let isSeen = question == .addition
        #expect(!second.isUnfinished && second.deferred == (isSeen ? 1 : 2))
        #expect(second.recovered == (isSeen ? 1 : 0))
        #expect(Set(scene.listed) == ["One", "Two"])
        // What was opened may have been shown: it is quiet.
        #expect(scene.appearances(of: "Two") == (1, 1))
        #expect(scene.appearances(of: "One") == (1, isSeen ? 0 : 1))
    }

    @Test func `one question is enough for each run`() async throws {
        let scene = try Scene()
        scene.setLocked(true)
        for body in ["One", "Two", "Three"] { try await scene.deliver(body) }
        scene.setLocked(false)
        let center = await SilentCenter(scene, silentOn: [.list])
        try await center.asApp {
            _ = try await settings(of: scene, center).postBacklog()
        }
        #expect(center.unanswered == 1)
    }

    // MARK: - The extension

    @Test func `a push is handed over opened, and its claim emptied`() async throws {
        let scene = try Scene()
        let center = await SilentCenter(scene, silentOn: [.list])
        let (content, report) = try await deliver(
            try await scene.seal("Dinner at eight?"),
            to: scene,
            center
        )
        #expect(content.body == "Dinner at eight?")
        #expect(report.delivery.attempt == .content && report.delivery.reason == .finished)
        #expect(try scene.phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(.rules("T-26 T-27 T-28"))
    func `what a message takes away is taken away by another run`() async throws {
        let scene = try Scene()
        let first = try await scene.seal("Dinner at eight?")
        await scene.deliver(first)
        let command = try await scene.command(removing: [first])
        let center = await SilentCenter(scene, silentOn: [.list])
        let (content, _) = try await deliver(command, to: scene, center)
        #expect(content.body == "Not today")
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(try await scene.post().recovered == 1)
        #expect(scene.listed == ["Not today"])
    }

    @Test func `a message that shows nothing leaves the notice of those that wait on`() async throws
    {
        let scene = try Scene()
        scene.setLocked(true)
        try await scene.deliver("Dinner at eight?")
        scene.setLocked(false)
        let center = await SilentCenter(scene, silentOn: [.addition])
        let command = try await scene.command(removing: [scene.seal("One")], #"{"aps":{}}"#)
        _ = try await deliver(command, to: scene, center)
        #expect(scene.listed == [SenderLabels().locked])
    }

    @Test func `a replay waits for the list as long as there is time`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try await scene.settle(sealed)
        let center = await SilentCenter(scene, silentOn: [.list])
        async let delivered = deliver(sealed, to: scene, center)
        try await until { center.unanswered > 0 }
        center.answerLate()
        let (content, report) = try await delivered
        #expect(report.outcome == .failed(.refused(.replayed)))
        #expect(content.body == "Dinner at eight?" && content.sound == nil)
    }

    @Test func `of a locked device the notice is there before the list is looked at`() async throws
    {
        let scene = try Scene()
        let center = await SilentCenter(scene, silentOn: [.list])
        let sealed = try await scene.seal("Dinner at eight?")
        let (content, report) = try await deliver(sealed, to: scene, center, warning: true) {
            $0.openStore = { () throws(StoreError) in throw .locked }
        }
        #expect(report.outcome == .deferred)
        #expect(content.title == SenderLabels().locked)
    }

    @Test func `a replay whose time is over makes no noise`() async throws {
        let scene = try Scene()
        let sealed = try await scene.seal("Dinner at eight?")
        try await scene.settle(sealed)
        let center = await SilentCenter(scene, silentOn: [.list])
        let (content, report) = try await deliver(sealed, to: scene, center, warning: true)
        #expect(report.outcome == .failed(.refused(.replayed)))
        #expect(content.interruptionLevel == .passive && content.sound == nil)
    }

    @Test func `what could not be posted beside a push is posted beside the next`() async throws {
        let scene = try Scene()
        let left = try await scene.seal("Left")
        try scene.leave(left)
        let center = await SilentCenter(scene, silentOn: [.addition])
        let (_, report) = try await deliver(try await scene.seal("One"), to: scene, center)
        #expect(report.backlog?.isUnfinished == true)
        #expect(scene.appearances(of: "Left").count == 0)
        try scene.passMinute()
        try await scene.settle(scene.seal("Two"))
        #expect(Set(scene.listed) == ["Two", "Left"])
    }
}

/// The extension of an app whose settings a test gives.
private final class GivenService: SealedNotificationService, @unchecked Sendable {
    private let given: ServiceSettings

    init(_ settings: ServiceSettings) {
        given = settings
    }

    override var settings: ServiceSettings { given }
}
