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
        let server = try LoopbackServer(["a": .answer("200 OK", body: file)])
        if isOverTheNetwork { try scene.folder.write(.port, "\(server.port)") }
        let (text, sealed) = try await sealLargest(scene, [reference])
        #expect(sealed.payload.count == 4096 && sealed.envelope.count == 2880)
        let report = await scene.deliver(sealed)
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body == text)
        #expect(report.shown?.attachments.map(\.size) == [bytes])
        #expect(report.shown?.presentation.isAlerting == true)
        #expect(try #require(report.peakMemory) < limit)
        #expect(server.asked.count == (isOverTheNetwork ? 1 : 0))
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
