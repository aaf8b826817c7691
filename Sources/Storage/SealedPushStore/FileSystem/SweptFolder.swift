// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A folder in which a sweep looks and removes, one part of a path at a time.
package protocol SweptFolder: ~Copyable {
    /// What the folder itself is.
    func status() throws(FileError) -> FileStatus

    /// The names in it, without `.` and `..`.
    func names() throws(FileError) -> [String]

    /// What stands under `name`; a link is not followed.
    func status(of name: String) throws(FileError) -> FileStatus

    /// The folder `name`, which is no link.
    func folder(_ name: String) throws(FileError) -> Self

    /// Takes a file's name away.
    func unlink(_ name: String) throws(FileError)

    /// Removes an empty folder.
    func removeFolder(_ name: String) throws(FileError)
}

/// A folder that is known by its path alone, as on a simulated disk.
struct PathFolder: SweptFolder {
    let files: any StoreFileSystem
    let path: String

    func status() throws(FileError) -> FileStatus { try files.status(of: path) }

    func names() throws(FileError) -> [String] { try files.names(in: path) }

    func status(of name: String) throws(FileError) -> FileStatus {
        try files.status(of: "\(path)/\(name)")
    }

    func folder(_ name: String) throws(FileError) -> PathFolder {
        PathFolder(files: files, path: "\(path)/\(name)")
    }

    func unlink(_ name: String) throws(FileError) { try files.unlink("\(path)/\(name)") }

    func removeFolder(_ name: String) throws(FileError) {
        try files.removeFolder("\(path)/\(name)")
    }
}
