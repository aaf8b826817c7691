// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushSender
import SimulatedDevice
import Testing

/// What the extension's process takes of memory.
@Suite(.serialized)
struct ManyPushesTests {
    /// `make service` brings 10,000.
    private static let count = Load.isLong ? 10_000 : 150

    @Test
    func `pushes to one process are opened, each alerting once, and its memory does not grow`()
        async throws
    {
        let scene = try Scene(.ownProcess)
        var peaks: [Int] = []
        for number in 0..<Self.count {
            let report = try await scene.deliver("Message \(number)")
            #expect(report.outcome == .handedOver)
            #expect(report.handOvers == 1)
            #expect(report.shown?.content.body == "Message \(number)")
            #expect(report.shown?.presentation.isAlerting == true)
            peaks.append(try #require(report.peakMemory))
        }
        let tenth = Self.count / 10
        let early = try #require(peaks[tenth..<2 * tenth].max())
        let late = try #require(peaks.suffix(tenth).max())
        #expect(late <= early + (1 << 20), "\(early) grew to \(late)")
    }

    @Test(arguments: [12, 16, 24])
    func `the largest payload is opened within the memory of an extension`(_ megabytes: Int)
        async throws
    {
        let scene = try Scene(.ownProcess) { $0.limits.memory = megabytes << 20 }
        let body = String(repeating: "x", count: 1_500)
        let sealed = try await scene.seal(body) { $0.padding = .constant }
        let report = await scene.deliver(sealed)
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body == body)
        let replay = await scene.deliver(sealed)
        #expect(replay.outcome == .handedOver)
    }

    @Test(arguments: [12, 16, 24])
    func `a file is opened within the memory of an extension`(_ megabytes: Int) async throws {
        let scene = try Scene(.ownProcess) { $0.limits.memory = megabytes << 20 }
        let content = [UInt8](repeating: 7, count: 4 << 20)
        let sealed = try SealedAttachment.sealing(content)
        try FileManager.default.createDirectory(
            at: scene.folder.server,
            withIntermediateDirectories: true
        )
        try Data(sealed.file).write(to: scene.folder.server.appending(path: "a"))
        let reference = try sealed.attachment.reference(at: FolderDownloader.server + "a")
        let message = try await scene.seal("Look at this") { $0.attachments = [reference] }
        let report = await scene.deliver(message)
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.attachments.map(\.size) == [content.count])
    }

    @Test func `less memory than the extension takes is noticed`() async throws {
        let scene = try Scene(.ownProcess) { $0.limits.memory = 1 << 20 }
        #expect(try await scene.deliver("Dinner at eight?").outcome == .killedForMemory)
    }
}
