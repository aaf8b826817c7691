// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

struct AttachmentTypeTests {
    @Test(
        arguments: [
            ("aiff", AttachmentReference.FileType.aiff), ("AIF", .aiff), ("wav", .wave),
            ("wave", .wave),
            ("mp3", .mp3), ("m4a", .m4a), ("jpg", .jpeg), ("JPEG", .jpeg), ("gif", .gif),
            ("png", .png), ("mpg", .mpeg), ("mpeg", .mpeg), ("mp4", .mp4), ("avi", .avi),
            ("heic", nil), ("", nil), ("jpg ", nil),
        ] as [(String, AttachmentReference.FileType?)]
    )
    func `the ending of a name tells the type`(
        _ ending: String,
        _ type: AttachmentReference.FileType?
    ) {
        #expect(AttachmentReference.FileType(filenameExtension: ending) == type)
    }

    @Test(
        arguments: [
            ("a.b.png", AttachmentReference.FileType.png), ("/x.y/a.gif", .gif), (".png", .png),
            ("png", nil),
            ("/x.png/a", nil), ("a.png/", nil), ("a.", nil), ("", nil),
        ] as [(String, AttachmentReference.FileType?)]
    )
    func `a path tells the type by its last name`(
        _ path: String,
        _ type: AttachmentReference.FileType?
    ) {
        #expect(AttachmentReference.FileType(filename: path) == type)
    }

    @Test(.rules("A-1 A-2 A-3"), arguments: AttachmentReference.FileType.allCases)
    func `a type has a usual ending and a limit by its kind`(_ type: AttachmentReference.FileType) {
        #expect(AttachmentReference.FileType(filenameExtension: type.filenameExtension) == type)
        let kind = type.rawValue.prefix { $0 != "/" }
        #expect(type.sizeLimit >> 20 == ["audio": 5, "image": 10, "video": 50][kind])
    }

    @Test(.rules("A-1 A-2 A-3")) func `no two types share a name`() {
        let all = AttachmentReference.FileType.allCases
        #expect(Set(all.map(\.uniformTypeIdentifier)).count == all.count)
        #expect(Set(all.map(\.filenameExtension)).count == all.count)
    }
}
