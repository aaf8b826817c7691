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

/// What waited and is posted: its name, its place, its files.
@Suite struct WaitingTests {
    // MARK: - Names

    @Test func `what a killed run left is in its push's place: a later one takes it`()
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

    @Test func `what was parked takes the place of no message that its sender made later`()
        async throws
    {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        await scene.deliver(try await scene.score("1 : 0", 1))
        try scene.park(stale)
        let report = try await scene.post()
        #expect(report.superseded == 1 && report.parked == 0)
        #expect(scene.listed == ["1 : 0"])
        #expect(scene.appearances(of: "0 : 0").count == 0)
        let second = try await scene.post()
        #expect(second.superseded == 0 && second.parked == 0 && second.recovered == 0)
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
            _ isParked: Bool
        ) async throws
    {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        let latest = try await scene.score("1 : 0", 1)
        try await scene.settleWithoutKey(latest, as: latest.headers.collapseID)
        if isParked { try scene.park(latest) } else { try scene.leave(latest) }
        try await scene.settle(stale)
        try await scene.post()
        #expect(scene.listed == ["1 : 0"])
    }

    @Test func `a stranger's push takes the place of nothing that was posted beside it`()
        async throws
    {
        let scene = try Scene()
        let score = try await scene.score("1 : 0", 0)
        try scene.park(score)
        let other = try await strange(to: scene)
        let name = score.headers.collapseID
        try await scene.settle(payload: other.payload, headers: ["apns-collapse-id": name])
        // It waits for the next run, and stands beside the stranger's then.
        #expect(scene.listed == ["Gone"])
        try await scene.post()
        #expect(Set(scene.listed) == ["Gone", "1 : 0"])
    }

    @Test func `a push that can't be opened takes the place of nothing that was posted beside it`()
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

    @Test func `what was excluded beside a replay is posted beside the next push`() async throws {
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

    @Test func `nor does what a killed run left`() async throws {
        let scene = try Scene()
        let stale = try await scene.score("0 : 0", 0)
        await scene.deliver(try await scene.score("1 : 0", 1))
        try scene.leave(stale)
        #expect(try await scene.post().superseded == 1)
        #expect(scene.listed == ["1 : 0"])
        let second = try await scene.post()
        #expect(second.superseded == 0 && second.parked == 0 && second.recovered == 0)
    }

    @Test func `of two that were parked the one that was made later stays, whichever came first`()
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
        #expect(report.parked == 1 && report.superseded == 1)
        #expect(scene.listed == ["1 : 0"])
    }

    @Test func `what was just posted keeps its place, also where the list does not have it`()
        async throws
    {
        let scene = try Scene()
        for (arrival, score) in ["1 : 0", "0 : 0"].enumerated() {
            let sealed = try await scene.score(score, 1 - Int64(arrival))
            try scene.park(sealed, after: Int64(arrival))
        }
        // It shows nothing of what it takes.
        let centre = FussyCentre { _ in false }
        let report = try await centre.asApp {
            try await scene.folder.settings.postWaiting()
        }
        #expect(centre.taken == ["1 : 0"])
        #expect(report.superseded == 1)
    }

    @Test func `what a run left takes the place of its placeholder`() async throws {
        let scene = try Scene()
        let sealed = try await scene.score("0 : 0", 0)
        try await scene.settleWithoutKey(sealed, as: sealed.headers.collapseID)
        #expect(scene.listed == ["New notification"])
        try scene.leave(sealed)
        #expect(try await scene.post().recovered == 1)
        #expect(scene.listed == ["0 : 0"])
    }

    /// Seals what somebody unknown writes a minute later.
    private func strange(to scene: Scene) async throws -> SealedNotification {
        let stranger = NotificationSealer(
            sender: SenderKeys(),
            topic: scene.phone.topic,
            memory: TransientSenderMemory()
        )
        return try await stranger.seal(
            Payload(reading: Array(#"{"aps":{"alert":"Gone"}}"#.utf8)),
            for: SealingTarget(
                scene.phone.keys.bundle(oneTime: 0, at: Phone.now),
                recipient: .untracked
            ),
            now: Phone.now.advanced(by: .seconds(60))
        )
    }

    @Test(arguments: [true, false])
    func `another sender's message that was left hides nobody's later one`(
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
        _ = NotificationParking(storeAt: scene.folder.store)
            .park(stale.payload, identifier: stale.headers.collapseID, now: Phone.now)
        #expect(try await scene.post().superseded == 1)
        // A push takes the place of whatever has its name: that is the system's doing.
        #expect(Set(scene.listed) == (comesLast ? ["1 : 0", "Gone"] : ["1 : 0"]))
    }

    @Test func `another sender's message holds nobody's place`() async throws {
        let scene = try Scene()
        let parked = try await scene.score("0 : 0", 0)
        let other = try await strange(to: scene)
        // The push service may call a message what it likes.
        _ = await scene.device
            .deliver(payload: other.payload, headers: parked.pushHeaders).report
        #expect(scene.listed == ["Gone"])
        _ = NotificationParking(storeAt: scene.folder.store)
            .park(parked.payload, identifier: parked.headers.collapseID, now: Phone.now)
        #expect(try await scene.post().parked == 1)
        #expect(Set(scene.listed) == ["0 : 0", "Gone"])
    }

    // MARK: - Files

    private static let file = [UInt8](repeating: 7, count: 10_000)

    /// Parks a message with a file that is served as `answer` says.
    private func park(
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

    @Test func `the app posts what was parked with its files`() async throws {
        let scene = try Scene()
        let files = ServedFiles()
        try await park("Look", at: files, ServedFiles.Answer.file, in: scene)
        var settings = scene.folder.settings
        settings.downloader = files
        let report = try await scene.post(settings)
        #expect(report.parked == 1 && report.attachments == [])
        #expect(attachments(scene) == ["Look": 1])
        #expect(scene.device.list.first?.notifications.first?.sender?.name == "Ann")
        #expect(scene.appearances(of: "Look") == (1, 1))
        #expect(scene.folder.attachments == [])
    }

    @Test func `files that take too long hold no text up, and the report tells of them`()
        async throws
    {
        let scene = try Scene()
        let files = ServedFiles()
        for second in 0..<6 as Range<Int64> {
            try await park("slow-\(second)", second, at: files, { _ in .silence }, in: scene)
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
        #expect(report.parked == 6)
        #expect(report.attachments == .init(repeating: .timedOut, count: 6))
        #expect(files.requests.count == 5)
        #expect(attachments(scene).values.allSatisfy { $0 == 0 })
        #expect(attachments(scene).count == 6)
    }

    @Test func `beside a push no files of others are fetched, and the report tells of them`()
        async throws
    {
        let scene = try Scene()
        try await park("Look", at: ServedFiles(), ServedFiles.Answer.file, in: scene)
        try await scene.deliver("The latest")
        #expect(attachments(scene) == ["Look": 0, "The latest": 0])
        try await until { scene.folder.read(.reports)?.contains("parked: 1") == true }
        #expect(scene.folder.read(.reports)?.contains("AttachmentError.timedOut]") == true)
    }

    @Test func `what the system does not take with a file is posted without`() async throws {
        let scene = try Scene()
        let files = ServedFiles()
        try await park("Look", at: files, ServedFiles.Answer.file, in: scene)
        var settings = scene.folder.settings
        settings.downloader = files
        let centre = FussyCentre { !$0.content.attachments.isEmpty }
        let report = try await centre.asApp { try await settings.postWaiting() }
        #expect(report.parked == 1 && report.refused == 0)
        #expect(report.attachments == [.notAccepted])
        #expect(centre.taken == ["Look"])
        #expect(scene.folder.attachments == [])
    }

    // MARK: - Others at work meanwhile

    @Test func `what is shown while files are fetched keeps its place`() async throws {
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
            _ = NotificationParking(storeAt: scene.folder.store)
                .park(sealed.payload, identifier: sealed.headers.collapseID, now: time)
        }
        var settings = scene.folder.settings
        settings.downloader = Meanwhile { _ = try? await scene.settle(later) }
        let report = try await scene.post(settings)
        #expect(report.superseded == 1 && report.parked == 1)
        #expect(scene.listed == ["1 : 0", "First"])
    }

    @Test func `what its own run hands over while files are fetched is not posted`() async throws {
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
    ) async throws -> WaitingReport {
        let donations = SilentDonations()
        let clock = ManualClock()
        var settings = scene.folder.settings
        settings.clock = clock
        async let report = scene.device.asApp { [settings] in
            try await INInteraction.$bound.withValue(donations) {
                try await settings.postWaiting()
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
            #expect(other.parked == 0 && other.recovered == 0)
        }
        #expect(report.parked == 1)
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
        try await settings.postWaiting()
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
                try await settings.postWaiting()
            }
        }
        try await until { donations.count == 1 }
        await clock.waitForSleeper()
        clock.advance(by: .seconds(5))
        #expect(try await report.parked == 3)
        #expect(Set(scene.listed) == ["One", "Two", "Three"])
        #expect(scene.device.list.first?.notifications.first?.sender == nil)
        #expect(donations.count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func `a message that the system was not told of is plain with its file, too`() async throws {
        let scene = try Scene()
        let files = ServedFiles()
        try await park("Look", at: files, ServedFiles.Answer.file, in: scene)
        let clock = ManualClock()
        var settings = scene.folder.settings
        (settings.clock, settings.downloader) = (clock, files)
        let donations = SilentDonations()
        async let report = scene.device.asApp { [settings] in
            try await INInteraction.$bound.withValue(donations) {
                try await settings.postWaiting()
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
