// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import SealedPush
    import SealedPushReceiver
    import SealedPushSender
    import TestSupport
    import Testing

    struct AttachmentMemoryTests {
        /// In a process of its own, which has a peak of its own.
        @Test(.rules("C-10 C-21")) func `memory does not grow with the file`() async {
            await #expect(processExitsWith: .success) {
                let small = try await Self.peakAfterFile(of: 1 << 20)
                let large = try await Self.peakAfterFile(of: 20 << 20)
                #expect(large - small < 2 << 20, "\(small) bytes, then \(large)")
            }
        }

        /// Encrypts a film of zeros, fetches and decrypts it, and gives the most memory that the
        /// process has had so far.
        private static func peakAfterFile(of size: Int) async throws -> Int {
            let folder = TemporaryFolder()
            defer { folder.remove() }
            let manager = FileManager.default
            let film = folder.path("film.mp4")
            #expect(manager.createFile(atPath: film, contents: nil))
            try FileHandle(forWritingTo: URL(filePath: film)).truncate(atOffset: UInt64(size))
            let sealed = try SealedAttachment.seal(file: film, as: .mp4, to: folder.path("sealed"))
            let receiver = AttachmentReceiver(
                folder: folder.path("attachments"),
                downloader: LinkingDownloader(file: folder.path("sealed"))
            )
            let opened = try await receiver.receive(sealed.reference(at: "https://a.example/1"))
            let attributes = try manager.attributesOfItem(atPath: opened.path)
            #expect((attributes[.size] as? NSNumber)?.intValue == size)
            return try peak()
        }

        private static func peak() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(
                status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            )
            let kilobytes = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first
            return try #require(kilobytes) * 1024
        }
    }

    /// Serves one file, which is on this machine already.
    private struct LinkingDownloader: AttachmentDownloader {
        let file: String

        func download(
            _ request: AttachmentRequest,
            to target: String
        ) async throws(AttachmentError) {
            do {
                try FileManager.default.linkItem(atPath: file, toPath: target)
            } catch {
                throw .unavailable
            }
        }
    }
#endif
