// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A temporary folder; it goes with its owner.
final class Folder: Sendable {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "sealedpush-send-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, to name: String, mode: Int = 0o600) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// Writes a file that only this user may read unless told otherwise.
    func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws {
        let path = path(name)
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
