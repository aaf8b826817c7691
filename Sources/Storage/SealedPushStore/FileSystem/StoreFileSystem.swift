// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The system calls that a store is made of, so that tests can count, stop and simulate them.
///
/// A call does one thing and promises what POSIX promises: what is written is durable after
/// `sync(file:)`, a name or its absence after `sync(folder:)`, `link` and `rename` happen at once
/// or not at all. Paths are never followed through a link in their last part.
package protocol StoreFileSystem: Sendable {
    /// What stands at `path`; a link is not followed.
    func status(of path: String) throws(FileError) -> FileStatus

    /// The names in `folder`, in no order, without `.` and `..`.
    func names(in folder: String) throws(FileError) -> [String]

    /// Reads `file` from its start until `bytes` is full or the file ends, and returns how much
    /// that was.
    ///
    /// A file that is a link, not ours or open to others is refused.
    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int

    /// Reads a file that a service manager may have given: a link is followed, and it may be root's
    /// and readable by a group.
    func readGiven(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int

    /// Makes a file of mode 0600 that was not there, and writes `contents` into it.
    func create(_ file: String, contents: Span<UInt8>) throws(FileError)

    /// Writes `contents` behind what `file` holds, which has to be there and is no link.
    func append(_ contents: Span<UInt8>, to file: String) throws(FileError)

    /// Makes the contents of `file` durable.
    func sync(file: String) throws(FileError)

    /// Makes the contents of several files of one file system durable.
    func sync(files: [String]) throws(FileError)

    /// Makes the names in `folder` durable.
    func sync(folder: String) throws(FileError)

    /// Gives `file` a second name, which must not be there yet.
    func link(_ file: String, to name: String) throws(FileError)

    /// Moves a file or folder; a file or an empty folder at the new name is replaced.
    func rename(_ path: String, to name: String) throws(FileError)

    /// Takes a name away from a file.
    func unlink(_ file: String) throws(FileError)

    /// Makes a folder of mode 0700 that was not there.
    func makeFolder(_ folder: String) throws(FileError)

    /// Keeps others than its owner out of a folder that is ours: mode 0700.
    func makePrivate(_ folder: String) throws(FileError)

    /// Removes an empty folder.
    func removeFolder(_ folder: String) throws(FileError)

    /// Removes the draft of a store, if it is one and is this user's alone.
    ///
    /// No link is followed, and what is swapped in meanwhile is not touched.
    ///
    /// - Parameters:
    ///   - name: The draft's folder.
    ///   - parent: The folder that it is in.
    ///   - now: If given, a draft that changed less than an hour before stays.
    /// - Returns: Whether it was removed.
    /// - Throws: What a call of the system reports.
    func removeDraft(
        _ name: String,
        in parent: String,
        ifLeftAt now: Int64?
    ) throws(FileError) -> Bool

    /// Asks the system to leave `folder` out of backups, if it knows how to.
    func excludeFromBackups(_ folder: String)
}

extension StoreFileSystem {
    /// By paths, for systems that no other user shares.
    package func removeDraft(
        _ name: String,
        in parent: String,
        ifLeftAt now: Int64?
    ) throws(FileError) -> Bool {
        try DraftRemoval.remove(name, in: PathFolder(files: self, path: parent), ifLeftAt: now)
    }

    /// Does nothing, for systems that no other user shares.
    package func makePrivate(_ folder: String) throws(FileError) {}

    /// As any other file, in systems without service managers.
    package func readGiven(
        _ file: String,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        try read(file, into: &bytes)
    }

    /// One after the other.
    package func sync(files: [String]) throws(FileError) {
        for file in files { try sync(file: file) }
    }

    /// All of `file`, which is refused as damaged if it has more than `limit` bytes.
    func read(_ file: String, upTo limit: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var span = bytes.mutableSpan
        let count = try read(file, into: &span)
        guard count <= limit else { throw .refused(.corrupted) }
        bytes.removeSubrange(count...)
        return bytes
    }
}
