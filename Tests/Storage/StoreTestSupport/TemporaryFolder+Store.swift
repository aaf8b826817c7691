// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
package import TestSupport

extension TemporaryFolder {
    /// Makes a folder in memory: what a sync is for is tried on a ``SimulatedDisk``.
    package static func inMemory() -> TemporaryFolder { TemporaryFolder(in: memory) }

    /// Where a test puts its store.
    package var store: String { path("store") }

    /// Every file below `folder` of the store, relative to the store.
    package func files(in folder: String) throws -> [String] {
        try POSIXFileSystem().names(in: "\(store)/\(folder)").sorted().map { "\(folder)/\($0)" }
    }

    /// What a file of the store holds.
    package func bytes(_ file: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: "\(store)/\(file)")))
    }

    /// Writes into a file of the store behind its back.
    package func overwrite(_ file: String, _ bytes: [UInt8]) throws {
        let path = "\(store)/\(file)"
        try? FileManager.default.removeItem(atPath: path)
        try POSIXFileSystem().create(path, contents: bytes.span)
    }
}
