// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import SealedPush
import SealedPushSender
import TestSupport
import Testing

extension TemporaryFolder {
    fileprivate func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }
}

struct AttachmentTests {
    private let content = [UInt8]((0..<70_000).map { UInt8(truncatingIfNeeded: $0) })

    @Test func `a file becomes an encrypted file that only this user may read`() throws {
        let files = TemporaryFolder()
        try files.write(content, to: "a.b.JPG")
        let sealed = try SealedAttachment.seal(
            file: files.path("a.b.JPG"),
            as: #require(AttachmentReference.FileType(filename: "a.b.JPG")),
            to: files.path("out")
        )
        #expect(sealed.type == .jpeg)
        #expect(try files.read("out").count == sealed.size)
        let attributes = try FileManager.default.attributesOfItem(atPath: files.path("out"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let reference = try sealed.reference(at: "https://a.example/1")
        #expect(try reference.opening(files.read("out")) == content)
    }

    @Test(.rules("A-4 A-5")) func `what can't be sealed is refused and leaves no file`() throws {
        let files = TemporaryFolder()
        try files.write([], to: "empty.png")
        try files.write([UInt8](repeating: 0, count: 5 << 20 + 1), to: "large.mp3")
        try files.write(content, to: "picture.png")
        try FileManager.default.createSymbolicLink(
            atPath: files.path("link.png"),
            withDestinationPath: files.path("picture.png")
        )
        for (name, type, error) in [
            ("empty.png", .png, .empty), ("large.mp3", .mp3, .tooLarge),
            ("missing.png", .png, .storageUnavailable), ("link.png", .png, .storageUnavailable),
            ("..", .png, .storageUnavailable), ("", .png, .storageUnavailable),
        ] as [(String, AttachmentReference.FileType, AttachmentError)] {
            #expect(throws: error, "\(name)") {
                try SealedAttachment.seal(file: files.path(name), as: type, to: files.path("out"))
            }
            #expect(!files.exists("out"))
        }
    }

    @Test func `a file that is there is not written over`() throws {
        let files = TemporaryFolder()
        try files.write(content, to: "a.png")
        try files.write([1], to: "out")
        #expect(throws: AttachmentError.storageUnavailable) {
            try SealedAttachment.seal(file: files.path("a.png"), as: .png, to: files.path("out"))
        }
        #expect(try files.read("out") == [1])
    }

    @Test(.rules("A-6"))
    func `references travel inside the content, and count for its size`() async throws {
        let mail = try Correspondence()
        let reference = try AttachmentReference(
            url: "https://a.example/" + String(repeating: "x", count: 100),
            key: AttachmentKey(),
            sha256: [UInt8](repeating: 7, count: 32),
            size: 1038,
            type: .jpeg
        )
        let sealed = try await mail.seal(#"{"aps":{}}"#) { options in
            options.attachments = [reference, reference]
        }
        #expect(try mail.open(sealed).payload.fields?.attachments == [reference, reference])
        #expect(!String(decoding: sealed.payload, as: UTF8.self).contains("a.example"))
        await #expect(throws: SealingError.self) {
            try await mail.seal(#"{"aps":{}}"#) { options in
                options.attachments = Array(repeating: reference, count: 10)
            }
        }
    }
}
