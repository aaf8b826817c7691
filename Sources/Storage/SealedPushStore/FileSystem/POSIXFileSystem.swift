// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real file system.
///
/// Local ones only: network file systems don't keep what `link` promises.
package struct POSIXFileSystem: StoreFileSystem {
    /// Stands for the system's files; holds nothing.
    package init() {}

    /// What stands at `path`, by `lstat`.
    package func status(of path: String) throws(FileError) -> FileStatus {
        var status = stat()
        try POSIXCall.result { unsafe lstat(path, &status) }
        return FileStatus(status)
    }

    /// The names in `folder`, by `readdir`.
    package func names(in folder: String) throws(FileError) -> [String] {
        // The point follows a link to the folder, which a store's own parts never are.
        try FileDescriptor(opening: "\(folder)/.", O_RDONLY | O_DIRECTORY).names()
    }

    /// Reads `file`, checked on the very file that was opened.
    package func read(
        _ file: String,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let descriptor = try FileDescriptor(opening: file, O_RDONLY)
        try descriptor.status().check(.file)
        return try descriptor.read(into: &bytes)
    }

    /// Makes and writes `file`.
    package func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        let descriptor = try FileDescriptor(opening: file, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try descriptor.write(contents)
    }

    /// Opens `file` and writes at its end.
    package func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        let descriptor = try FileDescriptor(opening: file, O_WRONLY | O_APPEND)
        guard try descriptor.status().kind == .file else { throw .refused(.unexpectedKind) }
        try descriptor.write(contents)
    }

    /// Makes the contents of `file` durable; which descriptor asks for it does not matter.
    package func sync(file: String) throws(FileError) {
        try FileDescriptor(opening: file, O_RDONLY).sync()
    }

    #if os(Linux)
        /// Makes the contents of several files durable; where they are many, by one request for the
        /// whole file system.
        ///
        /// A request for each costs milliseconds each, and together they wait for the same.
        package func sync(files: [String]) throws(FileError) {
            guard files.count > 8, let first = files.first else {
                for file in files { try sync(file: file) }
                return
            }
            try FileDescriptor(opening: first, O_RDONLY).syncFileSystem()
        }
    #endif

    /// Makes the names in `folder` durable.
    package func sync(folder: String) throws(FileError) {
        // The point follows a link to a folder that the user chose; nothing is read or written in
        // it.
        try FileDescriptor(opening: "\(folder)/.", O_RDONLY | O_DIRECTORY).sync()
    }

    /// Gives `file` a second name.
    package func link(_ file: String, to name: String) throws(FileError) {
        // linkat without AT_SYMLINK_FOLLOW never follows a link; what link(2) does differs by
        // system.
        try POSIXCall.result { unsafe linkat(AT_FDCWD, file, AT_FDCWD, name, 0) }
    }

    /// Moves a file or folder.
    package func rename(_ path: String, to name: String) throws(FileError) {
        try POSIXCall.result { unsafe renameat(AT_FDCWD, path, AT_FDCWD, name) }
    }

    /// Takes a name away from a file.
    package func unlink(_ file: String) throws(FileError) {
        try POSIXCall.result { unsafe unlinkat(AT_FDCWD, file, 0) }
    }

    /// Makes a folder.
    package func makeFolder(_ folder: String) throws(FileError) {
        try POSIXCall.result { unsafe mkdir(folder, 0o700) }
    }

    /// Keeps others out of a folder.
    package func makePrivate(_ folder: String) throws(FileError) {
        try POSIXCall.result { unsafe chmod(folder, 0o700) }
    }

    /// Removes a draft, through descriptors.
    package func removeDraft(
        _ name: String,
        in parent: String,
        ifLeftAt now: Int64?
    ) throws(FileError) -> Bool {
        // The point follows a link to the folder beside the store, which the user chose.
        try DraftRemoval.remove(name, in: OpenFolder(at: "\(parent)/."), ifLeftAt: now)
    }

    /// Removes an empty folder.
    package func removeFolder(_ folder: String) throws(FileError) {
        try POSIXCall.result { unsafe rmdir(folder) }
    }
}

extension POSIXFileSystem: BackupFileSystem {
    /// Opens `file`, looks at the very file that was opened, and reads from `offset`.
    package func read(
        _ file: String,
        from offset: Int,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let descriptor = try FileDescriptor(opening: file, O_RDONLY)
        guard try descriptor.status().kind == .file else { throw .refused(.unexpectedKind) }
        try POSIXCall.result { lseek(descriptor.number, off_t(offset), SEEK_SET) }
        return try descriptor.read(into: &bytes)
    }
}

extension POSIXFileSystem {
    /// The first `limit` bytes of a file that others may own and read, or nil if there is none.
    ///
    /// Only a plain file is read, never a link, a pipe or a device: a call can't hang.
    package func readPublic(_ file: String, upTo limit: Int) throws(StoreError) -> [UInt8]? {
        do throws(FileError) {
            let descriptor = try FileDescriptor(opening: file, O_RDONLY)
            switch try descriptor.status().kind {
            case .file: break
            case .link, .folder, .other: throw .refused(.unexpectedKind)
            }
            var bytes = [UInt8](repeating: 0, count: limit)
            var span = bytes.mutableSpan
            let count = try descriptor.read(into: &span)
            bytes.removeSubrange(count...)
            return bytes
        } catch .absent {
            return nil
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads a credential of a service manager, checked on the very file that was opened.
    func readCredential(
        _ file: String,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let descriptor = try FileDescriptor(opening: file, O_RDONLY)
        try descriptor.status().checkCredential()
        return try descriptor.read(into: &bytes)
    }

    /// Reads a file that a service manager may have given, checked on the very file that was
    /// opened; Kubernetes gives links.
    package func readGiven(
        _ file: String,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let descriptor = try FileDescriptor(following: file, O_RDONLY)
        try descriptor.status().checkGiven()
        return try descriptor.read(into: &bytes)
    }

    /// The names in a folder that need not be a store's, or nil if there is no folder.
    package func publicNames(in folder: String) throws(StoreError) -> [String]? {
        do throws(FileError) {
            return try names(in: folder)
        } catch .absent {
            return nil
        } catch {
            throw StoreError(error)
        }
    }
}
