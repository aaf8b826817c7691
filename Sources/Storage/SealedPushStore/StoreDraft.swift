// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// A store that is built beside its path, and moved there when it is complete.
///
/// The maker of an identity creates it in the draft's ``store`` and then places it, so that no
/// store is ever seen without one. A dropped draft is removed. The draft of a killed process never
/// blocks a later one, which removes it after an hour.
public struct StoreDraft: ~Copyable {
    /// The store to fill.
    public let store: RecordStore
    private let place: PathParts
    private let name: String
    private var isPlaced = false

    /// Starts a draft for `path`.
    ///
    /// - Throws: ``StoreError/alreadyExists``, and any error in making the key.
    public init(
        at path: String,
        key source: borrowing StoreKeySource,
        access: AccessClass = .afterFirstUnlock
    ) throws(StoreError) {
        try self.init(at: path, key: source, access: access, files: POSIXFileSystem())
    }

    /// Starts a store on a file system that tests may put in place of the real one, with other
    /// costs.
    package init(
        at path: String,
        key source: borrowing StoreKeySource,
        access: AccessClass = .afterFirstUnlock,
        parameters: Argon2id = .standard,
        files: any StoreFileSystem
    ) throws(StoreError) {
        place = PathParts(path)
        name = DraftName(of: place.name).make()
        let folder = StoreFolder(files: files, path: "\(place.parent)/\(name)")
        do throws(FileError) {
            guard try files.isFree(place.path) else { throw .exists }
            try files.makeFolder(folder.path)
        } catch .absent {
            throw .unavailable(code: StoreError.noSuchFile)
        } catch {
            throw StoreError(error)
        }
        do throws(StoreError) {
            store = try RecordStore(
                building: folder,
                key: source,
                access: access,
                parameters: parameters
            )
        } catch {
            _ = try? files.removeDraft(name, in: place.parent, ifLeftAt: nil)
            throw error
        }
        folder.sweepDrafts(in: place)
    }

    deinit {
        guard !isPlaced else { return }
        _ = try? store.folder.files.removeDraft(name, in: place.parent, ifLeftAt: nil)
    }

    /// Moves the store to its path, and returns it.
    ///
    /// - Throws: ``StoreError/alreadyExists`` if another process was first.
    public consuming func commit() throws(StoreError) -> RecordStore {
        let files = store.folder.files
        do throws(FileError) {
            try files.sync(folder: store.folder.path)
            try files.rename(store.folder.path, to: place.path)
        } catch .refused(.unexpectedKind) {
            throw .alreadyExists
        } catch {
            throw StoreError(error)
        }
        isPlaced = true
        do throws(FileError) {
            try files.sync(folder: place.parent)
        } catch {
            throw StoreError(error)
        }
        return RecordStore(
            folder: StoreFolder(files: files, path: place.path),
            sealer: store.sealer,
            header: store.header
        )
    }
}

extension StoreFileSystem {
    /// Whether a folder may be renamed to `path`: nothing is there, or an empty folder.
    fileprivate func isFree(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            guard try status(of: path).kind == .folder else { return false }
            return try names(in: path).isEmpty
        } catch .absent {
            return true
        }
    }
}

extension StoreFolder {
    /// Removes drafts that killed processes left beside `place` more than an hour ago.
    fileprivate func sweepDrafts(in place: PathParts) {
        let draft = DraftName(of: place.name)
        guard let now = try? files.status(of: path).modified,
            let names = try? files.names(in: place.parent)
        else { return }
        for name in names where draft.matches(name) {
            _ = try? files.removeDraft(name, in: place.parent, ifLeftAt: now)
        }
    }
}
