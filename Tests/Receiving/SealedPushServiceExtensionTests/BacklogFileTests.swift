// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushServiceExtension

/// Messages that are posted from the backlog while files are fetched and donations are made.
@Suite struct BacklogFileTests {
    private static let file = [UInt8](repeating: 7, count: 10_000)

    /// Defers a message with a file that is served as `answer` says.
    private func keep(
        _ body: String,
        _ second: Int64 = 0,
        at files: ServedFiles,
        _ answer: ([UInt8]) -> ServedFiles.Answer,
        in scene: Scene
    ) async throws {
        let sealed = try SealedAttachment.sealing(Self.file)
        let url = "https://files.example.com/\(body)"
        files.serve(url, answer(sealed.file))
        let reference = try sealed.attachment.reference(at: url)
        scene.setLocked(true)
        try scene.setTime(Phone.now.advanced(by: .seconds(second)))
        await scene.deliver(try await scene.seal(body) { $0.attachments = [reference] })
        scene.setLocked(false)
    }

    private func attachments(_ scene: Scene) -> [String: Int] {
        let all = scene.device.list.flatMap(\.notifications)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.content.body, $0.attachments.count) })
    }

    @Test func `the app posts what was deferred with its files`() async throws {
        let scene = try Scene()
        let files = ServedFiles()
        try await keep("Look", at: files, ServedFiles.Answer.file, in: scene)
        var settings = scene.folder.settings
        settings.downloader = files
        let report = try await scene.post(settings)
        #expect(report.deferred == 1 && report.attachments == [])
        #expect(attachments(scene) == ["Look": 1])
        #expect(scene.device.list.first?.notifications.first?.sender?.name == "Ann")
        #expect(scene.appearances(of: "Look") == (1, 1))
        #expect(scene.folder.attachments == [])
    }

    @Test(.rules("A-17"))
    func `files that take too long hold no text up, and the report tells of them`()
        async throws
    {
        let scene = try Scene()
        let files = ServedFiles()
        for second in 0..<6 as Range<Int64> {
            try await keep("slow-\(second)", second, at: files, { _ in .silence }, in: scene)
        }
        let clock = ManualClock()
        var settings = scene.folder.settings
        settings.downloader = files
        settings.clock = clock
        settings.deadline = .seconds(25)
        settings.isCommunication = false
        async let posted = scene.post(settings)
        // A fifth of the deadline for each, and the deadline for all of them.
        for count in 1...5 {
            try await until { files.requests.count == count }
            await clock.waitForSleeper()
            clock.advance(by: .seconds(5))
        }
        let report = try await posted
        #expect(report.deferred == 6)
        #expect(report.attachments == .init(repeating: .timedOut, count: 6))
        #expect(files.requests.count == 5)
        #expect(attachments(scene).values.allSatisfy { $0 == 0 })
        #expect(attachments(scene).count == 6)
    }

    @Test func `beside a push no files of others are fetched, and the report tells of them`()
        async throws
    {
        let scene = try Scene()
        try await keep("Look", at: ServedFiles(), ServedFiles.Answer.file, in: scene)
        try await scene.deliver("The latest")
        #expect(attachments(scene) == ["Look": 0, "The latest": 0])
        try await until { scene.folder.read(.reports)?.contains("deferred: 1") == true }
        #expect(scene.folder.read(.reports)?.contains("AttachmentError.timedOut]") == true)
    }

    @Test func `what the system does not take with a file is posted without`() async throws {
        let scene = try Scene()
        let files = ServedFiles()
        try await keep("Look", at: files, ServedFiles.Answer.file, in: scene)
        var settings = scene.folder.settings
        settings.downloader = files
        let center = FussyCenter { !$0.content.attachments.isEmpty }
        let report = try await center.asApp { try await settings.postBacklog() }
        #expect(report.deferred == 1 && report.refused == 0)
        #expect(report.attachments == [.notAccepted])
        #expect(center.taken == ["Look"])
        #expect(scene.folder.attachments == [])
    }

    // MARK: - Others at work meanwhile

    @Test(.rules("T-10 T-11 T-12"))
    func `what is shown while files are fetched keeps its place`() async throws {
        let scene = try Scene()
        let sealed = try SealedAttachment.sealing(Self.file)
        let reference = try sealed.attachment.reference(at: "https://files.example.com/0")
        let stale = try await scene.phone.seal(
            #"{"aps":{"alert":"0 : 0"}}"#,
            at: Phone.now
        ) {
            $0.collapseKey = "match"
            $0.attachments = [reference]
        }
        let later = try await scene.score("1 : 0", 1)
        let first = try await scene.seal("First")
        for (second, sealed) in [first, stale].enumerated() {
            let time = Phone.now.advanced(by: .seconds(Int64(second)))
            _ = NotificationDeferral(storeAt: scene.folder.store)
                .keep(sealed.payload, identifier: sealed.headers.collapseID, now: time)
        }
        var settings = scene.folder.settings
        settings.downloader = Meanwhile { _ = try? await scene.settle(later) }
        let report = try await scene.post(settings)
        #expect(report.superseded == 1 && report.deferred == 1)
        #expect(scene.listed == ["1 : 0", "First"])
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `what its own run hands over while files are fetched is not posted`() async throws {
        let scene = try Scene()
        let sealed = try SealedAttachment.sealing(Self.file)
        let reference = try sealed.attachment.reference(at: "https://files.example.com/0")
        let message = try await scene.seal("Look") { $0.attachments = [reference] }
        let receiver = try scene.phone.receiver()
        let received = receiver.receive(message.payload, now: Phone.now)
        try scene.passMinute()
        var settings = scene.folder.settings
        settings.downloader = Meanwhile { try? receiver.complete(received, now: Phone.now) }
        let report = try await scene.post(settings)
        #expect(report.recovered == 0 && report.failures.isEmpty)
        #expect(scene.listed == [])
    }

    /// Posts what waits, and has others at work while the system thinks about the first donation.
    private func post(
        in scene: Scene,
        while others: () async throws -> Void
    ) async throws -> BacklogReport {
        let donations = SilentDonations()
        let clock = ManualClock()
        var settings = scene.folder.settings
        settings.clock = clock
        async let report = scene.device.asApp { [settings] in
            try await INInteraction.$bound.withValue(donations) {
                try await settings.postBacklog()
            }
        }
        try await until { donations.count == 1 }
        try await others()
        await clock.waitForSleeper()
        clock.advance(by: .seconds(5))
        return try await report
    }

    @Test(.timeLimit(.minutes(15)))
    func `what is shown while a donation is waited for keeps its place`() async throws {
        let scene = try Scene()
        try scene.leave(try await scene.score("0 : 0", 0))
        let later = try await scene.score("1 : 0", 1)
        let report = try await post(in: scene) { try await scene.settle(later) }
        #expect(report.superseded == 1 && report.recovered == 0)
        #expect(scene.listed == ["1 : 0"])
    }

    @Test(.timeLimit(.minutes(15)))
    func `what one run is at is left to it by others, and alerts once`() async throws {
        let scene = try Scene()
        scene.setLocked(true)
        try await scene.deliver("Dinner at eight?")
        scene.setLocked(false)
        let report = try await post(in: scene) {
            let other = try await scene.post(afterMinute: false)
            #expect(other.deferred == 0 && other.recovered == 0)
        }
        #expect(report.deferred == 1)
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?") == (1, 1))
    }

    @MainActor
    @Test func `the main actor is not held up by what waits`() async throws {
        let scene = try Scene()
        var settings = scene.folder.settings
        let open = settings.openStore
        let wasOnMain = Mutex<Bool?>(nil)
        settings.openStore = { () throws(StoreError) in
            wasOnMain.withLock { $0 = Thread.isMainThread }
            return try open()
        }
        try await settings.postBacklog()
        #expect(wasOnMain.withLock(\.self) == false)
    }

    // MARK: - A system that does not answer

    @Test(.timeLimit(.minutes(15)))
    func `a system that does not answer one donation holds nothing up, and is asked no more`()
        async throws
    {
        let scene = try Scene()
        scene.setLocked(true)
        for body in ["One", "Two", "Three"] { try await scene.deliver(body) }
        scene.setLocked(false)
        let donations = SilentDonations()
        let clock = ManualClock()
        var settings = scene.folder.settings
        settings.clock = clock
        settings.deadline = .seconds(25)
        async let report = scene.device.asApp {
            try await INInteraction.$bound.withValue(donations) {
                try await settings.postBacklog()
            }
        }
        try await until { donations.count == 1 }
        await clock.waitForSleeper()
        clock.advance(by: .seconds(5))
        #expect(try await report.deferred == 3)
        #expect(Set(scene.listed) == ["One", "Two", "Three"])
        #expect(scene.device.list.first?.notifications.first?.sender == nil)
        #expect(donations.count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func `a message that the system was not told of is plain with its file, too`() async throws {
        let scene = try Scene()
        let files = ServedFiles()
        try await keep("Look", at: files, ServedFiles.Answer.file, in: scene)
        let clock = ManualClock()
        var settings = scene.folder.settings
        (settings.clock, settings.downloader) = (clock, files)
        let donations = SilentDonations()
        async let report = scene.device.asApp { [settings] in
            try await INInteraction.$bound.withValue(donations) {
                try await settings.postBacklog()
            }
        }
        try await until { donations.count == 1 }
        await clock.waitForSleeper()
        clock.advance(by: .seconds(5))
        #expect(try await report.attachments == [])
        #expect(attachments(scene) == ["Look": 1])
        #expect(scene.device.list.first?.notifications.first?.sender == nil)
    }
}

/// A system that takes donations and says nothing.
private final class SilentDonations: DonationBacking {
    private let donated = Mutex(0)

    var answers: Bool { false }
    var count: Int { donated.withLock(\.self) }

    func donate(_ interaction: INInteraction.Values) {
        donated.withLock { $0 += 1 }
    }

    func forget(_ donations: DonationSelection) {}
}

/// A downloader during whose work others do theirs; it brings nothing.
private struct Meanwhile: AttachmentDownloader {
    let others: @Sendable () async -> Void

    init(_ others: @escaping @Sendable () async -> Void) {
        self.others = others
    }

    func download(_ request: AttachmentRequest, to file: String) async throws(AttachmentError) {
        await others()
        throw .unavailable
    }
}
