// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushSender
import SimulatedDevice
import TestSupport
import Testing

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
        let server = try LoopbackServer(["film": .answer("200 OK", body: body)])
        if isOverTheNetwork { try scene.folder.write(.port, "\(server.port)") }
        let message = try await scene.seal("Look at this") { $0.attachments = [reference] }
        let report = await scene.deliver(message)
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.attachments.map(\.size) == [Self.size])
        #expect(server.asked.count == (isOverTheNetwork ? 1 : 0))
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
