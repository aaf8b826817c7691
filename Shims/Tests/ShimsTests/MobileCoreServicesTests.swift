// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MobileCoreServices
import Testing
import UniformTypeIdentifiers

struct MobileCoreServicesTests {
    private func name(_ tagClass: CFString, _ tag: String, _ supertype: CFString? = nil) -> String?
    {
        let name = unsafe UTTypeCreatePreferredIdentifierForTag(
            tagClass,
            tag as CFString,
            supertype
        )
        return unsafe name?.takeRetainedValue() as String?
    }

    private func tag(_ type: CFString, _ tagClass: CFString) -> String? {
        let tag = unsafe UTTypeCopyPreferredTagWithClass(type, tagClass)
        return unsafe tag?.takeRetainedValue() as String?
    }

    @Test func `the old functions find types and tags`() {
        #expect(name(kUTTagClassMIMEType, "image/jpeg") == kUTTypeJPEG as String)
        #expect(name(kUTTagClassFilenameExtension, "mp4") == kUTTypeMPEG4 as String)
        #expect(name(kUTTagClassFilenameExtension, "mp4", kUTTypeImage) == nil)
        #expect(name(kUTTagClassMIMEType, "x/y") == nil)
        #expect(name("other" as CFString, "mp4") == nil)
        #expect(tag(kUTTypePNG, kUTTagClassFilenameExtension) == "png")
        #expect(tag(kUTTypePNG, kUTTagClassMIMEType) == "image/png")
        #expect(tag(kUTTypeImage, kUTTagClassMIMEType) == nil)
        #expect(tag("com.example.none" as CFString, kUTTagClassMIMEType) == nil)
    }

    @Test func `a type conforms to itself and its ancestors alone`() {
        #expect(UTTypeConformsTo(kUTTypePNG, kUTTypeImage))
        #expect(UTTypeConformsTo(kUTTypePNG, kUTTypePNG))
        #expect(!UTTypeConformsTo(kUTTypePNG, kUTTypeMovie))
        let own = "com.example.own" as CFString
        #expect(UTTypeConformsTo(own, own))
        #expect(!UTTypeConformsTo(own, kUTTypeImage))
    }

    @Test func `the constants name the same types as UTType`() {
        let pairs: [(CFString, UTType)] = [
            (kUTTypeMovie, .movie), (kUTTypeAudio, .audio), (kUTTypeGIF, .gif),
            (kUTTypeMP3, .mp3), (kUTTypeWaveformAudio, .wav), (kUTTypeMPEG4Audio, .mpeg4Audio),
            (kUTTypeAudioInterchangeFileFormat, .aiff), (kUTTypeQuickTimeMovie, .quickTimeMovie),
            (kUTTypeAVIMovie, .avi), (kUTTypeMPEG2Video, .mpeg2Video), (kUTTypePDF, .pdf),
        ]
        for (constant, type) in pairs { #expect(constant as String == type.identifier) }
    }
}
