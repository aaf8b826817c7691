// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushStore

/// A scene in a folder of a test's own, removed with it; in memory where the system has a place for
/// that.
final class RealScene {
    /// The folder.
    let root: String

    /// Puts a scene into a new folder.
    init(_ image: FolderImage) throws {
        let memory = "/dev/shm"
        let isInMemory = FileManager.default.isWritableFile(atPath: memory)
        let parent = isInMemory ? memory : NSTemporaryDirectory()
        root = "\(parent)/sealedpush-fault-\(Hex.encode(Randomness.bytes(8).span))"
        try POSIXFileSystem().makeFolder(root)
        try image.place(in: root)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    /// What it holds now.
    func view() throws -> WorldView { try WorldView(of: root, on: POSIXFileSystem()) }

    /// A bench of this process in it.
    func bench() throws -> Bench { try Bench(in: root, on: POSIXFileSystem()) }
}
