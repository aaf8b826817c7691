// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A folder of small sealed files that several processes use at once, without a lock.
///
/// An app and its extensions are processes that the system suspends or kills at any instant. Here
/// each change is one step of the file system, so a process that is stopped leaves the old state or
/// the new one and blocks no other. Only the keys are kept in memory, so every call sees the
/// current state of the disk. Calls may come from any thread; they block for as long as the disk
/// takes.
///
/// Only local file systems have the guarantees that this needs.
public final class RecordStore: Sendable {
    package let folder: StoreFolder
    package let sealer: RecordSealer

    /// What the store said about itself when it was opened.
    let header: StoreHeader

    init(folder: StoreFolder, sealer: RecordSealer, header: StoreHeader) {
        self.folder = folder
        self.sealer = sealer
        self.header = header
    }

    /// The store's access class.
    public var access: AccessClass { header.access }

    /// The store's own id, 16 bytes, which tells it from every other store.
    package var id: [UInt8] { sealer.storeID.bytes }
}

// MARK: - Opening

extension RecordStore {
    /// Opens the store at `path` with the kind of key that it was made with.
    ///
    /// If the system keeps the key, it knows itself whether the device is locked; elsewhere `lock`
    /// says so.
    ///
    /// - Throws: ``StoreError``, of which no case is a reason to make a new store;
    ///   ``StoreError/locked`` if the access class does not allow the key in the state `lock`.
    public static func open(
        at path: String,
        key source: borrowing StoreKeySource,
        lock: LockState = .unlocked
    ) throws(StoreError) -> RecordStore {
        try open(at: path, key: source, lock: lock, files: POSIXFileSystem())
    }

    /// The kind of key that the store at `path` was made with.
    ///
    /// - Throws: ``StoreError`` if there is no store or its header cannot be read.
    public static func keyKind(at path: String) throws(StoreError) -> StoreKeyKind {
        try header(in: StoreFolder(files: POSIXFileSystem(), path: PathParts(path).path)).kind
    }

    /// The access class of the store at `path`.
    ///
    /// - Throws: ``StoreError`` if there is no store or its header cannot be read.
    public static func accessClass(at path: String) throws(StoreError) -> AccessClass {
        try header(in: StoreFolder(files: POSIXFileSystem(), path: PathParts(path).path)).access
    }

    /// Opens a store on a file system that tests may put in place of the real one.
    package static func open(
        at path: String,
        key source: borrowing StoreKeySource,
        lock: LockState = .unlocked,
        files: any StoreFileSystem
    ) throws(StoreError) -> RecordStore {
        let place = PathParts(path)
        let folder = StoreFolder(files: files, path: place.path)
        let header = try header(in: folder)
        guard source.kind == header.kind else { throw .otherKeyKind }
        guard header.access.allowsKey(in: lock) else { throw .locked }
        let key = try source.key(of: header, in: folder)
        let sealer = RecordSealer(keys: try header.keys(from: key), storeID: header.storeID)
        try folder.restoreFolders()
        // The process that made the store may have been stopped before its name was durable. If the
        // folder that it is in cannot be synced, durability is left to the system.
        try? files.sync(folder: place.parent)
        return RecordStore(folder: folder, sealer: sealer, header: header)
    }

    /// The folder of the store at `path`, for what needs no key: its header was read, and there is
    /// room for what is deferred.
    ///
    /// - Throws: ``StoreError`` if no store is there, or it is damaged, not ours or of a later
    ///   format.
    package static func folder(
        at path: String,
        files: any StoreFileSystem
    ) throws(StoreError) -> StoreFolder {
        let folder = StoreFolder(files: files, path: PathParts(path).path)
        _ = try header(in: folder)
        for name in [StoreFolder.temporary, StoreFolder.deferred] where try !folder.exists(name) {
            try folder.makeFolder(name)
        }
        // It may be missing: then no prekey has a claim directory, and nothing is deferred.
        _ = try folder.exists(StoreFolder.claims)
        return folder
    }

    /// Reads the header of the store in `folder`.
    static func header(in folder: StoreFolder) throws(StoreError) -> StoreHeader {
        do throws(FileError) {
            _ = try folder.files.status(of: folder.path)
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
            // A store's folders without a header are a damaged store, not an empty place; a few of
            // their names, such as 'tmp', stand in other folders too.
            let count = try StoreFolder.all.count { name throws(StoreError) in
                try isFolder(folder.absolute(name), folder.files)
            }
            // One that is being moved out of its draft is not there yet.
            let isMoving = folder.hasDraftInside
            throw 2 * count > StoreFolder.all.count && !isMoving ? .corrupted : .empty
        } catch .refused(.symbolicLink), .refused(.unexpectedKind) {
            try checkKind(of: folder)
            throw .obstructed(StorePlace(StoreHeader.file))
        } catch {
            throw StoreError(error)
        }
        // Only now: the permissions of a folder that is no store do not matter.
        try checkKind(of: folder)
        return try StoreHeader(reading: bytes)
    }

    private static func isFolder(
        _ path: String,
        _ files: any StoreFileSystem
    ) throws(StoreError) -> Bool {
        do throws(FileError) {
            return try files.status(of: path).kind == .folder
        } catch .absent {
            return false
        } catch {
            throw StoreError(error)
        }
    }

    /// Refuses a store's folder that is none, is not ours, or is open to others.
    private static func checkKind(of folder: StoreFolder) throws(StoreError) {
        do throws(FileError) {
            try folder.files.status(of: folder.path).check(.folder)
        } catch {
            throw StoreError(error)
        }
    }
}
