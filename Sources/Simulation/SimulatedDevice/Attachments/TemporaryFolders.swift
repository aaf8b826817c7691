// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Folders that their owners remove, or the process as it exits: what it ends with may hold an
/// owner.
enum TemporaryFolders {
    private static let folders = Mutex<Set<URL>>([])
    private static let isRegistered = atexit { removeAll() } == 0

    /// Makes a folder that no other user may read, unless it exists.
    static func make(_ folder: URL) throws {
        _ = isRegistered
        folders.withLock { _ = $0.insert(folder) }
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Removes a folder with all that is in it.
    static func remove(_ folder: URL) {
        guard folders.withLock({ $0.remove(folder) }) != nil else { return }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func removeAll() {
        for folder in folders.withLock(\.self) { remove(folder) }
    }
}
