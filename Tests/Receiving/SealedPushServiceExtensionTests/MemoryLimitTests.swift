// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushSender
import SimulatedDevice
import TestSupport
import Testing

/// What the extension does within the memory that the system gives it, and where that is not
/// enough.
@Suite(.serialized) struct MemoryLimitTests {
    private static let limits = [
        DeviceProfile.ExtensionLimits.memory12, DeviceProfile.ExtensionLimits.memory16,
        DeviceProfile.ExtensionLimits.memory24,
    ]

    /// Puts a file on the server.
    private func serve(_ name: String, bytes: Int, _ scene: Scene) throws -> AttachmentReference {
        let sealed = try SealedAttachment.sealing([UInt8](repeating: 7, count: bytes))
        let server = scene.folder.server
        try FileManager.default.createDirectory(at: server, withIntermediateDirectories: true)
        try Data(sealed.file).write(to: server.appending(path: name))
        return try sealed.attachment.reference(at: FolderDownloader.server + name)
    }

    /// Seals as long a text as there is room for beside the files, and as long a placeholder.
    private func sealLargest(
        _ scene: Scene,
        _ files: [AttachmentReference]
    ) async throws -> (text: String, sealed: SealedNotification) {
        var text = String(repeating: "x", count: 2_000)
        var placeholder = String(repeating: "p", count: 300)
        while true {
            do {
                let sealed = try await scene.seal(text) { options in
                    options.attachments = files
                    options.placeholder = .text(body: placeholder)
                }
                return (text, sealed)
            } catch SealingError.contentTooLarge(let needed, let available) {
                text.removeLast(needed - available)
            } catch SealingError.placeholderRefused {
                placeholder.removeLast()
            }
        }
    }

    @Test(arguments: limits, [false, true])
    func `the largest payload and a file are opened within the memory of an extension`(
        _ limit: Int,
        _ isOverTheNetwork: Bool
    ) async throws {
        let scene = try Scene(.ownProcess) { $0.limits.memory = limit }
        let bytes = (LongRun.isOn ? 10 : 2) << 20
        let reference = try serve("a", bytes: bytes, scene)
        let file = try [UInt8](Data(contentsOf: scene.folder.server.appending(path: "a")))
        let server = try WebServer { _ in .init("200 OK", body: file) }
        if isOverTheNetwork { try scene.folder.write(.port, "\(server.port)") }
        let (text, sealed) = try await sealLargest(scene, [reference])
        #expect(sealed.payload.count == 4096 && sealed.envelope.count == 2880)
        let report = await scene.deliver(sealed)
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body == text)
        #expect(report.shown?.attachments.map(\.size) == [bytes])
        #expect(report.shown?.presentation.isAlerting == true)
        #expect(try #require(report.peakMemory) < limit)
        #expect(server.requests.count == (isOverTheNetwork ? 1 : 0))
        let replay = await scene.deliver(sealed)
        #expect(replay.outcome == .handedOver)
        #expect(replay.shown?.presentation.isAlerting == false)
        #expect(scene.listed == [text])
    }

    @Test(.rules("C-13"), arguments: limits)
    func `a file that takes more memory than there is takes no message with it`(
        _ limit: Int
    ) async throws {
        let scene = try Scene(.ownProcess) { $0.limits.memory = limit }
        let files = [
            try serve("a", bytes: 100_000, scene),
            try serve(FolderDownloader.heavy, bytes: 100_000, scene),
        ]
        let (text, sealed) = try await sealLargest(scene, files)
        let report = await scene.deliver(sealed)
        #expect(report.outcome == .killedForMemory)
        #expect(report.shown?.lines == report.original.map { [$0.body] })
        #expect(report.shown?.presentation.isAlerting == true)
        // The message was claimed by then: the next push brings it, or the app.
        try scene.passMinute()
        try await scene.settle(scene.seal("The next"))
        #expect(Set(scene.listed) == ["The next", text])
        #expect(scene.appearances(of: text) == (1, 0))
        // One file was whole, of the other there was half; they may still be in use for an hour.
        let left = scene.folder.attachments
        #expect(Set(left.map { $0.split(separator: ".").last }) == ["jpg", "sealed"])
        #expect(left.count == 2)
        try scene.ageAttachments(by: 3700)
        let (_, another) = try await sealLargest(scene, files)
        #expect(await scene.deliver(another).outcome == .killedForMemory)
        #expect(Set(scene.folder.attachments).isDisjoint(with: left))
        try scene.ageAttachments(by: 3700)
        try await scene.settle(scene.seal("The last"))
        #expect(scene.folder.attachments == [])
    }

    @Test func `less memory than the extension takes is noticed, and the next copy is shown`()
        async throws
    {
        let scene = try Scene(.ownProcess) { $0.limits.memory = 1 << 20 }
        let sealed = try await scene.seal("Dinner at eight?")
        #expect(await scene.deliver(sealed).outcome == .killedForMemory)
        scene.device.profile.limits.memory = DeviceProfile.ExtensionLimits.memory12
        let report = await scene.deliver(sealed)
        #expect(report.shown?.content.body == "Dinner at eight?")
        #expect(scene.listed == ["Dinner at eight?"])
    }
}

/// What the extension's process takes of memory.
@Suite(.serialized)
struct ManyPushesTests {
    /// `make long` brings 10,000.
    private static let count = LongRun.isOn ? 10_000 : 150

    @Test
    func `pushes to one process are opened, each alerting once, and its memory does not grow`()
        async throws
    {
        let scene = try Scene(.ownProcess)
        var peaks: [Int] = []
        var processes: Set<pid_t?> = []
        for number in 0..<Self.count {
            let report = try await scene.bring(scene.seal("Message \(number)"))
            #expect(report.outcome == .handedOver)
            #expect(report.handOvers == 1)
            #expect(report.shown?.content.body == "Message \(number)")
            #expect(report.shown?.presentation.isAlerting == true)
            #expect(!report.hasCrash)
            processes.insert(scene.processID)
            peaks.append(try #require(report.peakMemory))
        }
        #expect(processes.count == 1 && !processes.contains(nil))
        let tenth = Self.count / 10
        let early = try #require(peaks[tenth..<2 * tenth].max())
        let late = try #require(peaks.suffix(tenth).max())
        #expect(late <= early + (1 << 20), "\(early) grew to \(late)")
    }
}

extension DeliveryReport {
    /// Whether the extension's process ended by itself.
    fileprivate var hasCrash: Bool {
        events.contains { event in
            if case .crashed = event.kind { true } else { false }
        }
    }
}

/// The largest file that a message may have.
@Suite(.serialized)
struct FilmTests {
    private static let size = AttachmentReference.FileType.mp4.sizeLimit

    @Test(.rules("C-21"), arguments: [false, true])
    func `a film of 50 MB is shown with at most 8 MB of memory over the idle process`(
        _ isOverTheNetwork: Bool
    ) async throws {
        let scene = try Scene(.ownProcess)
        try scene.folder.write(.idleMemory, "")
        let (reference, file) = try seal(scene)
        let body = isOverTheNetwork ? try [UInt8](Data(contentsOf: file)) : []
        let server = try WebServer { _ in .init("200 OK", body: body) }
        if isOverTheNetwork { try scene.folder.write(.port, "\(server.port)") }
        let message = try await scene.seal("Look at this") { $0.attachments = [reference] }
        let report = await scene.deliver(message)
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.attachments.map(\.size) == [Self.size])
        #expect(server.requests.count == (isOverTheNetwork ? 1 : 0))
        let idle = try #require(scene.folder.read(.idleMemory).flatMap { Int($0) })
        let peak = try #require(report.peakMemory)
        #expect(peak - idle <= 8 << 20, "\(idle) bytes, then \(peak)")
    }

    /// Encrypts a film of zeros, into the server's folder.
    private func seal(_ scene: Scene) throws -> (AttachmentReference, URL) {
        let manager = FileManager.default
        try manager.createDirectory(at: scene.folder.server, withIntermediateDirectories: true)
        let film = scene.phone.path + "/film.mp4"
        #expect(manager.createFile(atPath: film, contents: nil))
        try FileHandle(forWritingTo: URL(filePath: film)).truncate(atOffset: UInt64(Self.size))
        let file = scene.folder.server.appending(path: "film")
        let sealed = try SealedAttachment.seal(file: film, as: .mp4, to: file.path)
        return (try sealed.reference(at: FolderDownloader.server + "film"), file)
    }
}
