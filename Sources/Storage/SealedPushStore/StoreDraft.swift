// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// A store that is built beside its path, and moved there when it is complete.
///
/// If an empty folder is at its path, which may be a mount point, the store is built in a folder
/// inside it, and what that holds is moved out when it is complete, the header last.
///
/// The maker of an identity creates it in the draft's ``store`` and then places it, so that no
/// store is ever seen without one. A dropped draft is removed. The draft of a killed process never
/// blocks a later one, which removes it after an hour; only a process that is killed while it moves
/// a store out of a folder blocks that for an hour.
public struct StoreDraft: ~Copyable {
    /// The store to fill.
    public let store: RecordStore
    private let place: PathParts
    /// The folder that the draft is in: the one around the place, or the place itself.
    private let parent: String
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
        let place = PathParts(path)
        let name = DraftName(of: place.name).make()
        let parent: String
        let folder: StoreFolder
        do throws(FileError) {
            parent = try files.takesInside(place) ? place.path : place.parent
            folder = StoreFolder(files: files, path: "\(parent)/\(name)")
            try files.makeFolder(folder.path)
        } catch .absent {
            throw .unavailable(code: StoreError.noSuchFile)
        } catch {
            throw StoreError(error)
        }
        do throws(StoreError) {
            let store = try RecordStore(
                building: folder,
                key: source,
                access: access,
                parameters: parameters
            )
            folder.sweepDrafts(of: place, in: parent)
            guard parent != place.path || files.isFree(place) else { throw .alreadyExists }
            (self.store, self.place, self.parent, self.name) = (store, place, parent, name)
        } catch {
            _ = try? files.removeDraft(name, in: parent, ifLeftAt: nil)
            throw error
        }
    }

    deinit {
        guard !isPlaced else { return }
        _ = try? store.folder.files.removeDraft(name, in: parent, ifLeftAt: nil)
    }

    /// Moves the store to its path, and returns it.
    ///
    /// - Throws: ``StoreError/alreadyExists`` if another process was first.
    public consuming func commit() throws(StoreError) -> RecordStore {
        let files = store.folder.files
        do throws(FileError) {
            try files.sync(folder: store.folder.path)
            if parent == place.path {
                try moveOut()
            } else {
                try files.rename(store.folder.path, to: place.path)
            }
        } catch .refused(.unexpectedKind) {
            throw .alreadyExists
        } catch {
            throw StoreError(error)
        }
        isPlaced = parent != place.path
        do throws(FileError) {
            try files.sync(folder: parent)
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

extension StoreDraft {
    /// Moves what the draft holds into the folder around it.
    ///
    /// Who makes the folder `tmp` there is the only one that moves; a store is there with its
    /// header, which comes last. What stays of the draft is removed with it.
    private borrowing func moveOut() throws(FileError) {
        let (files, draft) = (store.folder.files, store.folder.path)
        let header = StoreHeader.file
        try files.makePrivate(place.path)
        try files.makeFolder("\(place.path)/\(StoreFolder.temporary)")
        do throws(FileError) {
            files.excludeFromBackups(place.path)
            // As long as the draft is there, what is moved out of it is no damaged store.
            try files.sync(folder: place.path)
            let last = [StoreFolder.temporary, header]
            for name in try files.names(in: draft).sorted() where !last.contains(name) {
                try files.rename("\(draft)/\(name)", to: "\(place.path)/\(name)")
            }
            try files.sync(folder: place.path)
            // A link, as nothing says that both folders of a move are durable together.
            try files.link("\(draft)/\(header)", to: "\(place.path)/\(header)")
        } catch {
            files.takeBack(into: draft, from: place.path)
            throw error
        }
        try files.sync(folder: place.path)
        try? files.unlink("\(draft)/\(header)")
    }
}

extension StoreFileSystem {
    /// Whether a store is made in the folder that is at its place; false if nothing is there.
    ///
    /// - Throws: `exists` for a store, a file, or a folder that holds what no killed making left.
    fileprivate func takesInside(_ place: PathParts) throws(FileError) -> Bool {
        do throws(FileError) {
            let status = try status(of: place.path)
            guard status.kind == .folder else { throw .exists }
            let names = try names(in: place.path)
            guard names.allSatisfy({ place.ignores($0) || PathParts.isMovedFirst($0) }) else {
                throw .exists
            }
            guard status.isOurs else { throw .refused(.foreignOwner) }
            return true
        } catch .absent {
            return false
        }
    }

    /// Whether a store may be moved into a folder.
    fileprivate func isFree(_ place: PathParts) -> Bool {
        (try? names(in: place.path).allSatisfy(place.ignores)) ?? false
    }

    /// Moves back into a draft what was moved out of it; it still has the header.
    fileprivate func takeBack(into draft: String, from place: String) {
        for name in (try? names(in: place)) ?? [] where PathParts.isMovedFirst(name) {
            try? rename("\(place)/\(name)", to: "\(draft)/\(name)")
        }
    }
}

extension PathParts {
    /// Whether this may be in a folder that a store is made in: a draft, or what a disk has at its
    /// root.
    fileprivate func ignores(_ name: String) -> Bool {
        name == "lost+found" || DraftName(of: self.name).matches(name)
    }

    /// Whether a store has a file or folder of this name that is moved before its header.
    fileprivate static func isMovedFirst(_ name: String) -> Bool {
        StoreFolder.all.contains(name) || [StoreKeySource.keyFile, ".nobackup"].contains(name)
    }
}

extension StoreFolder {
    /// Whether a draft that has its header is in the folder: a store is being moved out of it.
    var hasDraftInside: Bool {
        let draft = DraftName(of: PathParts(path).name)
        return ((try? files.names(in: path)) ?? []).contains { name in
            draft.matches(name)
                && (try? files.status(of: "\(path)/\(name)/\(StoreHeader.file)")) != nil
        }
    }

    /// Removes drafts that killed processes left in `parent` more than an hour ago.
    fileprivate func sweepDrafts(of place: PathParts, in parent: String) {
        let draft = DraftName(of: place.name)
        guard let now = try? files.status(of: path).modified,
            let names = try? files.names(in: parent)
        else { return }
        for name in names where draft.matches(name) {
            let left = "\(parent)/\(name)"
            guard parent == place.path, !names.contains(StoreHeader.file),
                (try? files.status(of: "\(left)/\(StoreHeader.file)")) != nil,
                (try? files.status(of: left).isLeftover(at: now)) == true
            else {
                _ = try? files.removeDraft(name, in: parent, ifLeftAt: now)
                continue
            }
            files.takeBack(into: left, from: parent)
            _ = try? files.removeDraft(name, in: parent, ifLeftAt: nil)
        }
    }
}
