// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A folder of small sealed files that several processes use at once, without a lock.
///
/// An app and its extensions are processes that the system suspends or kills at any instant. Here each change
/// is one step of the file system, so whoever is stopped leaves the old state or the new one and blocks
/// nobody. Nothing is kept in memory but the keys: every call sees what is on disk at that moment. Calls may
/// come from any thread; they block for as long as the disk takes.
///
/// Only local file systems keep what this needs.
public final class RecordStore: Sendable {
    let folder: StoreFolder
    let sealer: RecordSealer

    init(folder: StoreFolder, sealer: RecordSealer) {
        self.folder = folder
        self.sealer = sealer
    }

    /// The store's own id, 16 bytes, which tells it from every other store.
    package var id: [UInt8] { sealer.storeID.bytes }
}

// MARK: - Opening

extension RecordStore {
    /// Opens the store at `path` with the kind of key that it was made with.
    ///
    /// - Throws: ``StoreError``; see there what each answer means. None is a reason to make a new store.
    public static func open(
        at path: String,
        key source: borrowing StoreKeySource
    ) throws(StoreError) -> RecordStore {
        try open(at: path, key: source, files: POSIXFileSystem())
    }

    /// The kind of key that the store at `path` was made with.
    ///
    /// - Throws: ``StoreError`` where no store is there or its header can't be read.
    public static func keyKind(at path: String) throws(StoreError) -> StoreKeyKind {
        try header(in: StoreFolder(files: POSIXFileSystem(), path: PathParts(path).path)).kind
    }

    /// Opens a store on a file system that tests may put in place of the real one.
    package static func open(
        at path: String,
        key source: borrowing StoreKeySource,
        files: any StoreFileSystem
    ) throws(StoreError) -> RecordStore {
        let folder = StoreFolder(files: files, path: PathParts(path).path)
        let header = try header(in: folder)
        guard source.kind == header.kind else { throw .otherKeyKind }
        let key = try source.key(of: header, in: folder)
        for name in StoreFolder.folders {
            guard try folder.exists(name) else { throw .corrupted }
        }
        let sealer = RecordSealer(keys: try header.keys(from: key), storeID: header.storeID)
        return RecordStore(folder: folder, sealer: sealer)
    }

    /// Reads the header of the store in `folder`.
    static func header(in folder: StoreFolder) throws(StoreError) -> StoreHeader {
        do throws(FileError) {
            try folder.files.status(of: folder.path).check(.folder)
        } catch .absent {
            throw .empty
        } catch {
            throw StoreError(error)
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try folder.files.read(
                folder.absolute(StoreHeader.file),
                upTo: StoreHeader.limit
            )
        } catch .absent {
            // Records without a header are a damaged store, not an empty place.
            for name in StoreFolder.folders where try folder.exists(name) { throw .corrupted }
            throw .empty
        } catch {
            throw StoreError(error)
        }
        return try StoreHeader(reading: bytes)
    }
}
