// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import UserNotifications

/// A folder with files to attach; it goes with its owner.
final class FileFolder: Sendable {
    private let folder: TemporaryFolder
    var url: URL { folder.url }

    init(_ files: [String: Int] = [:], in parent: String = NSTemporaryDirectory()) throws {
        folder = TemporaryFolder(in: parent)
        try fill(files)
    }

    /// How files of a type begin, as far as the device looks; any other has zeros alone.
    private static func beginning(of name: String) -> [UInt8] {
        switch name.split(separator: ".").last {
        case "png": [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        case "gif": Array("GIF89a".utf8)
        case "wav": Array("RIFF....WAVE".utf8)
        case "mp4", "m4a": [0, 0, 0, 24] + Array("ftyp".utf8)
        case "mp3": Array("ID3".utf8)
        case "jpg", "jpeg", "tmp": [0xFF, 0xD8, 0xFF]
        default: []
        }
    }

    /// Makes files of so many bytes, which take no room, in the place of what is there.
    func fill(_ files: [String: Int]) throws {
        for (name, size) in files {
            try? FileManager.default.removeItem(at: self[name])
            try Data(Self.beginning(of: name).prefix(size)).write(to: self[name])
            let handle = try FileHandle(forWritingTo: self[name])
            try handle.truncate(atOffset: UInt64(size))
            try handle.close()
        }
    }

    /// Makes a link that leads to `destination`, from the folder.
    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: self[name].path,
            withDestinationPath: destination
        )
    }

    subscript(name: String) -> URL { url.appending(path: name) }

    /// What is in the folder.
    var names: Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [])
    }

    /// An attachment of one of its files.
    func attachment(_ name: String, as identifier: String = "a") throws -> UNNotificationAttachment
    {
        try UNNotificationAttachment(identifier: identifier, url: self[name])
    }
}
