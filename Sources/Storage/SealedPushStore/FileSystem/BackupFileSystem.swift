// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the file of a backup needs beside what a store does: it is too large to be in memory, and
/// may stand on a volume that knows no owners.
package protocol BackupFileSystem: StoreFileSystem {
    /// Reads a plain file of any owner from `offset` until `bytes` is full or the file ends, and
    /// returns how much that was.
    func read(
        _ file: String,
        from offset: Int,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int
}
