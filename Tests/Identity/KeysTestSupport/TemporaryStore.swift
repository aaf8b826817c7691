// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
package import SealedPushStore
import TestSupport

/// A folder of a test's own with a store in it, removed with it.
package final class TemporaryStore: Sendable {
    private let folder = TemporaryFolder()

    /// The store, as the process that made it has it.
    package let store: RecordStore

    /// Where the store is.
    package var path: String { folder.path("store") }

    /// Makes an empty store.
    package init() throws {
        store = try RecordStore.create(at: folder.path("store"), key: .folder)
    }

    /// Opens the store once more, as another process would.
    package func reopened(
        files: any StoreFileSystem = POSIXFileSystem()
    ) throws(StoreError) -> RecordStore {
        try RecordStore.open(at: path, key: .folder, files: files)
    }

    /// Every file below a folder of the store, relative to the store.
    package func files(in folder: String) throws -> [String] {
        try POSIXFileSystem().names(in: "\(path)/\(folder)").sorted().map { "\(folder)/\($0)" }
    }

    /// What every file of the store holds, but what is being written.
    package func contents() throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: path) {
            guard let data = FileManager.default.contents(atPath: "\(path)/\(file)") else {
                continue
            }
            contents[file] = [UInt8](data)
        }
        return contents
    }

    /// Flips the last bit of every file in a folder of the store.
    package func damage(_ folder: String) throws {
        for file in try files(in: folder) { try damage(file: file) }
    }

    /// Flips the last bit of a file of the store.
    package func damage(file: String) throws {
        let url = URL(filePath: "\(path)/\(file)")
        var bytes = try [UInt8](Data(contentsOf: url))
        bytes[bytes.count - 1] ^= 1
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }
}
