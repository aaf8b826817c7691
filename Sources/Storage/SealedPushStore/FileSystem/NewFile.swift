// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that gets its name when it is whole: until then it stands beside its place as
/// `NAME.partial-` and 16 digits.
///
/// All goes through one descriptor, so nothing is written to what another process puts under the
/// name. One that is dropped before ``keep()`` removes what it made; a process that is killed
/// leaves the partial file.
package struct NewFile: ~Copyable {
    private let path: String
    private let partial: String
    private let descriptor: FileDescriptor
    private let files: any StoreFileSystem
    private var hasName = false
    private var isKept = false

    /// Makes the partial file, of mode 0600.
    ///
    /// - Throws: `exists` if anything stands at `path`, be it a link that leads nowhere.
    package static func make(
        at path: String,
        files: any StoreFileSystem = POSIXFileSystem()
    ) throws(FileError) -> NewFile {
        try checkFree(path, files)
        let partial = partialPath(path)
        let descriptor = try FileDescriptor(
            opening: partial,
            O_WRONLY | O_CREAT | O_EXCL,
            mode: 0o600
        )
        return NewFile(path: path, partial: partial, descriptor: descriptor, files: files)
    }

    private init(
        path: String,
        partial: String,
        descriptor: consuming FileDescriptor,
        files: any StoreFileSystem
    ) {
        self.path = path
        self.partial = partial
        self.descriptor = descriptor
        self.files = files
    }

    deinit {
        guard !isKept else { return }
        let name = hasName ? path : partial
        // What another process put there is left alone.
        guard (try? descriptor.isAt(name)) == true else { return }
        try? files.unlink(name)
    }

    /// Writes at its end.
    package func append(_ bytes: Span<UInt8>) throws(FileError) {
        try descriptor.write(bytes)
    }

    /// Makes what was written durable, and gives the file its name.
    ///
    /// - Throws: `exists` if something stands there by now: nothing is ever replaced.
    package mutating func publish() throws(FileError) {
        try descriptor.sync()
        do throws(FileError) {
            try files.link(partial, to: path)
        } catch .refused {
            // A stick's or a server's volume may have no links: there the place is taken first,
            // then filled.
            try files.create(path, contents: Span())
            do throws(FileError) {
                try files.rename(partial, to: path)
            } catch {
                try? files.unlink(path)
                throw error
            }
        }
        guard try descriptor.isAt(path) else { throw .refused(.corrupted) }
        hasName = true
        // If it was renamed there is no other name.
        try? files.unlink(partial)
        // If the folder cannot be synced, durability is left to the system.
        try? files.sync(folder: PathParts(path).parent)
    }

    /// Leaves the file where it is, once all is done that it is worth something with.
    package consuming func keep() {
        precondition(hasName, "only a file that has its name is kept")
        isKept = true
    }

    private static func checkFree(
        _ path: String,
        _ files: any StoreFileSystem
    ) throws(FileError) {
        do throws(FileError) {
            _ = try files.status(of: path)
        } catch .absent {
            return
        }
        throw .exists
    }

    /// A name of 200 bytes and more is cut, so that there is room for the ending.
    private static func partialPath(_ path: String) -> String {
        var stem = path
        var excess = PathParts(path).name.utf8.count - 200
        while excess > 0 { excess -= String(stem.removeLast()).utf8.count }
        return "\(stem).partial-\(Hex.encode(Randomness.bytes(8).span))"
    }
}
