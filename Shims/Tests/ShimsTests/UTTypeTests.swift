// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UniformTypeIdentifiers

struct UTTypeTests {
    @Test(arguments: [
        (UTType.jpeg, "public.jpeg", "jpeg", "image/jpeg"),
        (.png, "public.png", "png", "image/png"),
        (.gif, "com.compuserve.gif", "gif", "image/gif"),
        (.mpeg4Movie, "public.mpeg-4", "mp4", "video/mp4"),
        (.mp3, "public.mp3", "mp3", "audio/mpeg"),
        (.wav, "com.microsoft.waveform-audio", "wav", "audio/vnd.wave"),
        (.pdf, "com.adobe.pdf", "pdf", "application/pdf"),
        (.plainText, "public.plain-text", "txt", "text/plain"),
    ])
    func `a type is found by its name, its extension and its MIME type`(
        _ type: UTType,
        _ identifier: String,
        _ filenameExtension: String,
        _ mimeType: String
    ) {
        #expect(type.identifier == identifier)
        #expect(UTType(identifier) == type)
        #expect(UTType(filenameExtension: filenameExtension.uppercased()) == type)
        #expect(UTType(mimeType: mimeType.uppercased()) == type)
        #expect(type.preferredFilenameExtension == filenameExtension)
        #expect(type.preferredMIMEType == mimeType)
    }

    @Test(arguments: [
        (UTType.jpeg, UTType.image, true),
        (.jpeg, .data, true),
        (.jpeg, .jpeg, true),
        (.jpeg, .movie, false),
        (.image, .jpeg, false),
        (.mpeg4Movie, .audiovisualContent, true),
        (.mp3, .audio, true),
        (.svg, .xml, true),
        (.heic, .image, true),
        (.plainText, .text, true),
        (.folder, .data, false),
        (UTType(exportedAs: "com.example.chat"), .data, true),
        (UTType(exportedAs: "com.example.chat", conformingTo: .json), .text, true),
    ])
    func `a type is a kind of its ancestors`(_ type: UTType, _ other: UTType, _ isKind: Bool) {
        #expect(type.conforms(to: other) == isKind)
        #expect(type.isSubtype(of: other) == (isKind && type != other))
        #expect(other.isSupertype(of: type) == (isKind && type != other))
        #expect(type.supertypes.contains(other) == (isKind && type != other))
    }

    @Test func `what nobody has declared is no type`() {
        #expect(UTType("com.example.unknown") == nil)
        #expect(UTType(filenameExtension: "unknown") == nil)
        #expect(UTType(filenameExtension: "jpg", conformingTo: .movie) == nil)
        #expect(UTType(mimeType: "") == nil)
    }

    @Test func `every constant is a type that is known`() {
        let constants: [UTType] = [
            .item, .content, .compositeContent, .data, .directory, .folder, .url, .fileURL, .text,
            .plainText, .utf8PlainText, .html, .xml, .json, .vCard, .image, .jpeg, .png, .gif,
            .tiff,
            .webP, .bmp, .heif, .heic, .svg, .audiovisualContent, .movie, .video, .audio,
            .quickTimeMovie, .mpeg4Movie, .mpeg, .mpeg2Video, .avi, .mp3, .wav, .aiff, .mpeg4Audio,
            .pdf, .archive, .zip,
        ]
        #expect(constants.allSatisfy { UTType($0.identifier) == $0 })
        #expect(Set(constants).count == constants.count)
    }

    @Test func `a name gets the extension of its type once`() {
        let folder = URL(fileURLWithPath: "/tmp")
        let file = folder.appendingPathComponent("a", conformingTo: .jpeg)
        #expect(file.lastPathComponent == "a.jpeg")
        #expect(file.appendingPathExtension(for: .jpeg) == file)
        let other = folder.appendingPathComponent("a.jpg", conformingTo: .jpeg)
        #expect(other.lastPathComponent == "a.jpg")
    }
}
