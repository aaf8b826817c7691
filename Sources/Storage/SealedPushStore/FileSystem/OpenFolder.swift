// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

/// A folder that stays the same one while it is used, whatever another user puts at its path.
///
/// Every name is one part, taken from the open folder itself, and no link is followed.
package struct OpenFolder: SweptFolder, ~Copyable {
    private let descriptor: FileDescriptor

    /// Opens the folder at `path`; its last part is no link.
    package init(at path: String) throws(FileError) {
        descriptor = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    }

    private init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    package func status() throws(FileError) -> FileStatus {
        try descriptor.status()
    }

    package func names() throws(FileError) -> [String] {
        try descriptor.names()
    }

    package func status(of name: String) throws(FileError) -> FileStatus {
        var status = stat()
        try POSIXCall.result {
            unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
        }
        return FileStatus(status)
    }

    package func folder(_ name: String) throws(FileError) -> OpenFolder {
        OpenFolder(try FileDescriptor(opening: name, in: descriptor, O_RDONLY | O_DIRECTORY))
    }

    package func unlink(_ name: String) throws(FileError) {
        try POSIXCall.result { unsafe unlinkat(descriptor.number, name, 0) }
    }

    package func removeFolder(_ name: String) throws(FileError) {
        try POSIXCall.result { unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }

    /// Reads a file of this user's alone until `bytes` is full or the file ends, and returns how
    /// much that was.
    package func read(
        _ name: String,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let file = try FileDescriptor(opening: name, in: descriptor, O_RDONLY)
        try file.status().check(.file)
        return try file.read(into: &bytes)
    }

    /// Makes a file of mode 0600 that was not there, whose contents are durable.
    package func create(_ name: String, contents: Span<UInt8>) throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL
        let file = try FileDescriptor(opening: name, in: descriptor, flags, mode: 0o600)
        try file.write(contents)
        try file.sync()
    }

    /// Moves a file; one at the new name is replaced.
    package func rename(_ name: String, to new: String) throws(FileError) {
        try POSIXCall.result {
            unsafe renameat(descriptor.number, name, descriptor.number, new)
        }
    }

    /// Locks the folder for who does the same, until it is closed; false if another one has it.
    ///
    /// - Throws: Why it can't be locked at all, as on some servers' volumes.
    package func lock() throws(FileError) -> Bool {
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 else { return true }
        let code = errno
        guard Self.isHeldByAnother(code) else { throw FileError(code: code) }
        return false
    }

    /// Whether waiting helps against this error of `flock`.
    package static func isHeldByAnother(_ code: Int32) -> Bool {
        code == EWOULDBLOCK || code == EINTR
    }
}
