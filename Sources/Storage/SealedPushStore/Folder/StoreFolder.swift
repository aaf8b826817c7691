// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The folder of a store, with the only ways in which its files change.
///
/// Every change is one `link`, `rename` or `unlink`, or of an empty file one `create` or a byte
/// that is appended: a process that is killed or suspended on the way leaves the old state or the
/// new one, and none ever waits for a lock. What a call reports is durable by then, even if another
/// process did it.
package struct StoreFolder: Sendable {
    package let files: any StoreFileSystem
    /// Where the folder is.
    package let path: String

    /// The folder for files that are being written.
    package static let temporary = "tmp"

    /// The folder of the claims.
    package static let claims = "claims"

    /// The folder of the deferred messages, which wait for the store's key.
    package static let deferred = "deferred"

    /// The folder of the index: a file for each claim whose content waits.
    ///
    /// If it is missing, it is made from the claims when unfinished messages are listed.
    package static let unfinished = "unfinished"

    /// Every folder that a store has.
    package static let all =
        [temporary, claims, unfinished, deferred] + RecordKind.all.map(\.folder)

    /// The most bytes that a file of the store has: 64 KiB.
    package static let fileLimit = 64 * 1024

    package func absolute(_ name: String) -> String { "\(path)/\(name)" }

    /// What a file holds, or nil if it or its folder is absent.
    package func read(_ file: StorePath) throws(StoreError) -> [UInt8]? {
        do throws(FileError) {
            return try files.read(absolute(file.text), upTo: Self.fileLimit)
        } catch .absent {
            return nil
        } catch .refused(.symbolicLink), .refused(.unexpectedKind) {
            // Unless it is the folder that is none.
            guard try exists(file.folder) else { return nil }
            throw .corrupted
        } catch {
            throw StoreError(error)
        }
    }

    /// Whether something stands at the place of a file.
    package func contains(_ file: StorePath) throws(StoreError) -> Bool {
        try status(of: file) != nil
    }

    /// What stands at the place of a file, or nil if nothing does.
    package func status(of file: StorePath) throws(StoreError) -> FileStatus? {
        do throws(FileError) {
            return try files.status(of: absolute(file.text))
        } catch .absent {
            return nil
        } catch {
            throw StoreError(error)
        }
    }

    /// How a file came to be where it is.
    package enum Creation: Hashable {
        /// The call put it there.
        case created
        /// It had been there before.
        case present
        /// Its folder is not there.
        case noFolder
    }

    /// Creates a file unless it is there: temporary file, fsync, link, unlink the temporary, fsync
    /// the folder.
    package func create(_ file: StorePath, contents: Span<UInt8>) throws(StoreError) -> Creation {
        try place(contents, at: file) { temporary, target throws(FileError) in
            try files.link(temporary, to: target)
            try? files.unlink(temporary)  // it is done; what stays is swept later
        }
    }

    /// Creates files unless they are there, in one go: what takes long is waited for once.
    ///
    /// A process that is killed on the way leaves any of them, each whole.
    package func create(
        _ files: [(file: StorePath, contents: [UInt8])]
    ) throws(StoreError) -> [Creation] {
        let temporaries = files.map { _ in temporaryPath() }
        var creations: [Creation] = []
        do throws(FileError) {
            for (temporary, file) in zip(temporaries, files) {
                try self.files.create(temporary, contents: file.contents.span)
            }
            try self.files.sync(files: temporaries)
            for (temporary, file) in zip(temporaries, files) {
                do throws(FileError) {
                    try self.files.link(temporary, to: absolute(file.file.text))
                    creations.append(.created)
                } catch .exists {
                    creations.append(.present)
                }
                try? self.files.unlink(temporary)
            }
            for folder in Set(files.map(\.file.folder)) {
                try self.files.sync(folder: absolute(folder))
            }
        } catch {
            for temporary in temporaries { try? self.files.unlink(temporary) }
            guard case .absent = error else { throw StoreError(error) }
            // Temporary files were swept: what is not there yet is written file by file.
            for (file, contents) in files.dropFirst(creations.count) {
                let creation = try create(file, contents: contents.span)
                guard creation != .noFolder else { throw .corrupted }
                creations.append(creation)
            }
            for folder in Set(files.map(\.file.folder)) { try sync(folder) }
        }
        return creations
    }

    /// Puts a file where one may have been: temporary file, fsync, rename, fsync the folder.
    package func replace(_ file: StorePath, contents: Span<UInt8>) throws(StoreError) -> Creation {
        try place(contents, at: file) { temporary, target throws(FileError) in
            try files.rename(temporary, to: target)
        }
    }

    /// Puts a file that stands in the store's own folder in place of the one there is: temporary
    /// file, fsync, rename, fsync the folder.
    func replaceTop(_ name: String, contents: Span<UInt8>) throws(StoreError) {
        while true {
            let temporary = temporaryPath()
            do throws(FileError) {
                try files.create(temporary, contents: contents)
                try files.sync(file: temporary)
                try files.rename(temporary, to: absolute(name))
                return try files.sync(folder: path)
            } catch {
                try? files.unlink(temporary)
                guard case .absent = error, try exists(Self.temporary) else {
                    throw StoreError(error)
                }
                // The temporary file was swept: once more.
            }
        }
    }

    /// Removes a file, or an empty folder in its place, and says whether it was there.
    package func remove(_ file: StorePath) throws(StoreError) -> Bool {
        var wasThere = true
        do throws(FileError) {
            do throws(FileError) {
                try unlink(file.text)
            } catch .absent {
                wasThere = false
            }
            try files.sync(folder: absolute(file.folder))
        } catch .absent {
            return false
        } catch {
            throw StoreError(error)
        }
        return wasThere
    }

    /// Removes a file, or an empty folder in its place.
    func unlink(_ name: String) throws(FileError) {
        do throws(FileError) {
            try files.unlink(absolute(name))
        } catch .refused(.unexpectedKind) {
            do throws(FileError) {
                try files.removeFolder(absolute(name))
            } catch .exists {
                throw .refused(.obstructed(StorePlace(name)))
            }
        }
    }

    /// Makes the names in a folder durable, also those that other processes changed.
    package func sync(_ folder: String) throws(StoreError) {
        do throws(FileError) {
            try files.sync(folder: absolute(folder))
        } catch {
            throw StoreError(error)
        }
    }

    private func place(
        _ contents: Span<UInt8>,
        at file: StorePath,
        by move: (_ temporary: String, _ target: String) throws(FileError) -> Void
    ) throws(StoreError) -> Creation {
        while true {
            let temporary = temporaryPath()
            var creation = Creation.created
            do throws(FileError) {
                try files.create(temporary, contents: contents)
                try files.sync(file: temporary)
                do throws(FileError) {
                    try move(temporary, absolute(file.text))
                } catch .exists {
                    try? files.unlink(temporary)
                    creation = .present
                }
                try files.sync(folder: absolute(file.folder))
                return creation
            } catch .absent {
                try? files.unlink(temporary)
                guard try exists(Self.temporary) else { throw .corrupted }
                guard try exists(file.folder) else { return .noFolder }
                // The temporary file was swept: this process had been suspended for an hour. Once
                // more.
            } catch {
                try? files.unlink(temporary)
                throw StoreError(error)
            }
        }
    }

    /// The names in a folder, sorted so that the same store is always read in the same order; nil
    /// if the folder is absent.
    package func names(in folder: String) throws(StoreError) -> [String]? {
        do throws(FileError) {
            return try files.names(in: absolute(folder)).sorted()
        } catch .absent {
            return nil
        } catch .refused(.symbolicLink), .refused(.unexpectedKind) {
            guard try exists(folder) else { return nil }
            throw .corrupted
        } catch {
            throw StoreError(error)
        }
    }

    /// Whether a folder of the store is there.
    ///
    /// What stands in the place of a claim directory and is none holds no tombstone: the directory
    /// counts as missing.
    package func exists(_ folder: String) throws(StoreError) -> Bool {
        do throws(FileError) {
            try files.status(of: absolute(folder)).check(.folder)
            return true
        } catch .absent {
            return false
        } catch .refused(.symbolicLink), .refused(.unexpectedKind) {
            guard Self.all.contains(folder) else { return false }
            throw .obstructed(StorePlace(folder))
        } catch {
            throw StoreError(error)
        }
    }
}
