// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushStore

/// A folder of a test's own, removed with it.
///
/// In memory where the system has a place for that, as no test can cut the power of a real disk:
/// what a sync is for is tried on a ``SimulatedDisk``.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes an empty one.
    package init() throws {
        let name = "sealedpush-store-" + Hex.encode(Randomness.bytes(8).span)
        let memory = "/dev/shm"
        let isInMemory = FileManager.default.isWritableFile(atPath: memory)
        path = (isInMemory ? memory : NSTemporaryDirectory()) + "/" + name
        try POSIXFileSystem().makeFolder(path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Where a test puts its store.
    package var store: String { path + "/store" }

    /// A path in the folder.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

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
