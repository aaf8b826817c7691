// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import UserNotifications

@Suite struct AttachmentTests {
    /// A file that is as large as it says, and takes no room.
    private struct SparseFile: ~Copyable {
        let url: URL

        init(_ name: String, bytes: Int = 4) throws {
            url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)")
            try Data().write(to: url)
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: UInt64(bytes))
            try handle.close()
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }
    }

    private func code(of url: URL, options: [AnyHashable: Any]? = nil) -> UNError.Code? {
        do {
            _ = try UNNotificationAttachment(identifier: "a", url: url, options: options)
            return nil
        } catch {
            return (error as? UNError)?.code
        }
    }

    @Test(arguments: [
        ("a.aiff", "public.aiff-audio"), ("a.wav", "com.microsoft.waveform-audio"),
        ("a.MP3", "public.mp3"), ("a.m4a", "com.apple.m4a-audio"), ("a.jpg", "public.jpeg"),
        ("a.JPEG", "public.jpeg"), ("a.gif", "com.compuserve.gif"), ("a.png", "public.png"),
        ("a.mpg", "public.mpeg"), ("a.m2v", "public.mpeg-2-video"), ("a.mp4", "public.mpeg-4"),
        ("a.avi", "public.avi"),
    ])
    func `the extension tells the type`(_ name: String, _ type: String) throws {
        let file = try SparseFile(name)
        let attachment = try UNNotificationAttachment(identifier: "a", url: file.url)
        #expect(attachment.type == type)
        #expect(attachment.url == file.url && attachment.identifier == "a")
    }

    @Test(arguments: ["a.txt", "a.heic", "a.mov", "a", "a.svg", "png"])
    func `files of other types are refused`(_ name: String) throws {
        let file = try SparseFile(name)
        #expect(code(of: file.url) == .attachmentUnrecognizedType)
    }

    @Test func `a hint goes before the extension`() throws {
        let file = try SparseFile("a.tmp")
        let key = UNNotificationAttachmentOptionsTypeHintKey
        let attachment = try UNNotificationAttachment(
            identifier: "a",
            url: file.url,
            options: [key: "public.png"]
        )
        #expect(attachment.type == "public.png")
        let picture = try SparseFile("a.png")
        #expect(code(of: picture.url, options: [key: "public.text"]) == .attachmentUnrecognizedType)
        #expect(code(of: picture.url, options: [key: 1]) == .attachmentUnrecognizedType)
    }

    @Test(arguments: [("a.wav", 5), ("a.gif", 10), ("a.mp4", 50)])
    func `sound, picture and film each have a limit`(_ name: String, _ megabytes: Int) throws {
        let largest = try SparseFile(name, bytes: megabytes << 20)
        #expect(code(of: largest.url) == nil)
        let larger = try SparseFile(name, bytes: megabytes << 20 + 1)
        #expect(code(of: larger.url) == .attachmentInvalidFileSize)
    }

    @Test func `what is no file that can be read is refused`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")
        #expect(code(of: folder) == .attachmentInvalidURL)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(code(of: folder) == .attachmentInvalidURL)
        let remote = try #require(URL(string: "https://example.org/a.png"))
        #expect(code(of: remote) == .attachmentInvalidURL)
    }

    @Test func `an empty identifier becomes one of its own`() throws {
        let file = try SparseFile("a.png")
        let names = try (0..<2).map { _ in
            try UNNotificationAttachment(identifier: "", url: file.url).identifier
        }
        #expect(Set(names).count == 2 && !names.contains(""))
    }

    @Test func `options are read`() throws {
        let file = try SparseFile("a.mp4")
        let options: [AnyHashable: Any] = [
            UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
            UNNotificationAttachmentOptionsThumbnailClippingRectKey: [
                "X": 0, "Y": CGFloat(0.25), "Width": 1, "Height": 0.5,
            ] as [String: Any],
            UNNotificationAttachmentOptionsThumbnailTimeKey: ["value": 300, "timescale": 600],
            "unknown": 1,
        ]
        let attachment = try UNNotificationAttachment(
            identifier: "a",
            URL: file.url,
            options: options
        )
        let read = attachment.values.options
        #expect(read.isThumbnailHidden && read.thumbnailTime == 0.5)
        #expect(read.clippingRectangle == CGRect(x: 0, y: 0.25, width: 1, height: 0.5))
        let number = try UNNotificationAttachment(
            identifier: "a",
            url: file.url,
            options: [UNNotificationAttachmentOptionsThumbnailTimeKey: NSNumber(value: 2)]
        )
        #expect(number.values.options.thumbnailTime == 2)
    }

    @Test func `options outside their limits are refused`() throws {
        let file = try SparseFile("a.mp4")
        let hidden = UNNotificationAttachmentOptionsThumbnailHiddenKey
        let clipping = UNNotificationAttachmentOptionsThumbnailClippingRectKey
        let time = UNNotificationAttachmentOptionsThumbnailTimeKey
        let wrong: [[AnyHashable: Any]] = [
            [hidden: "yes"], [clipping: "{{0,0},{1,1}}"], [clipping: ["X": 0.0, "Y": 0.0]],
            [clipping: ["X": 0.5, "Y": 0, "Width": 0.6, "Height": 1]],
            [clipping: ["X": -0.1, "Y": 0, "Width": 0.6, "Height": 1]],
            [clipping: ["X": Double.nan, "Y": 0, "Width": 0.6, "Height": 1]],
            [time: -1], [time: "soon"], [time: ["value": 1, "timescale": 0]],
        ]
        for options in wrong {
            #expect(code(of: file.url, options: options) == .attachmentCorrupt, "\(options)")
        }
    }
}
