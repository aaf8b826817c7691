// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import UserNotifications

@Suite struct AttachmentTests {
    /// A file that is as large as it says, and takes no room.
    private struct SparseFile {
        private let folder = TemporaryFolder()
        let url: URL

        init(_ name: String, bytes: Int = 4) throws {
            url = folder.url(name)
            try Data().write(to: url)
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: UInt64(bytes))
            try handle.close()
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

/// What a file is by its first bytes.
struct AttachmentContentTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let pictures = [
        [0xFF, 0xD8, 0xFF, 0xE0], bytes("GIF87a"), bytes("GIF89a"),
        [0x89] + bytes("PNG\r\n\u{1A}\n\0\0\0\u{D}IHDR"),
    ]
    static let sounds = [
        bytes("FORM\0\0\0\0AIFF"), bytes("RIFF\0\0\0\0WAVE"), bytes("ID3\u{4}"),
        [0xFF, 0xFB, 0x90],
        [0xFF, 0xF1, 0x50], [0, 0, 0, 32] + bytes("ftypM4A "),
    ]
    static let films = [
        bytes("RIFF\0\0\0\0AVI LIST"), [0, 0, 1, 0xBA], [0, 0, 1, 0xB3],
        [0, 0, 0, 32] + bytes("ftypisom"), [0, 0, 0, 32] + bytes("moov"),
    ]

    @Test func `each documented type is taken as any of its class`() {
        for (heads, types) in [
            (Self.pictures, ["public.png", "public.jpeg", "com.compuserve.gif"]),
            (Self.sounds, ["public.mp3", "com.apple.m4a-audio", "public.aiff-audio"]),
            (Self.films, ["public.mpeg-4", "public.avi", "public.mpeg", "public.mpeg-2-video"]),
        ] {
            for type in types.compactMap(AttachmentType.init(rawValue:)) {
                for head in heads { #expect(type.mismatch(of: head) == nil) }
            }
        }
    }

    static let strangers: [([UInt8], String)] = [
        (bytes("\n  <!DOCTYPE HTML>"), "an HTML page"), (bytes("\u{FEFF}<html>"), "an HTML page"),
        (bytes("<?xml version"), "XML"), (bytes("<svg "), "an SVG picture"),
        (bytes("{\"error\":1}"), "JSON"), (bytes("[1]"), "JSON"),
        (bytes("%PDF-1.7"), "a PDF document"),
        (bytes("PK\u{3}\u{4}"), "a ZIP archive"), (bytes("RIFF\0\0\0\0WEBPVP8"), "a WebP picture"),
        ([], "an empty file"), (bytes("Not found"), "text"),

        (sounds[0], "a sound"), (sounds[5], "a sound"),
        ([0, 0, 0, 32] + bytes("ftypisom"), "a film"),
        ([0, 0, 0, 32] + bytes("ftypqt  "), "a film"),
        ([0, 0, 0, 32] + bytes("moov"), "a film"),
        ([0, 0, 0, 32] + bytes("ftypheic"), "a HEIC picture"),
        ([0, 0, 0, 32] + bytes("ftypmif1"), "a HEIC picture"),
        ([0, 0, 0, 32] + bytes("ftypavif"), "an AVIF picture"),
    ]

    @Test(arguments: strangers)
    func `what is in the place of a picture is named`(_ head: [UInt8], _ words: String) {
        #expect(AttachmentType.png.mismatch(of: head) == words)
    }

    @Test func `what begins as nothing that is known passes`() {
        #expect(AttachmentType.png.mismatch(of: [1, 2, 3, 4]) == nil)
    }

    @Test func `a picture is neither sound nor film`() {
        for head in Self.pictures {
            #expect(AttachmentType.mp3.mismatch(of: head) == "a picture")
            #expect(AttachmentType.mpeg4.mismatch(of: head) == "a picture")
        }
        #expect(AttachmentType.wav.mismatch(of: Self.films[0]) == "a film")
    }
}
