// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

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
