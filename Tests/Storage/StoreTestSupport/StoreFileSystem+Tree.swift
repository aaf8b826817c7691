// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore

extension StoreFileSystem {
    /// Removes a file, or a folder with all it holds, of a disk that no other process uses.
    package func removeTree(_ path: String) throws(FileError) {
        guard try status(of: path).kind == .folder else { return try unlink(path) }
        for name in try names(in: path) { try removeTree("\(path)/\(name)") }
        try removeFolder(path)
    }
}
