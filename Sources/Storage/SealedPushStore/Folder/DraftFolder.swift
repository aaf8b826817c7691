// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The name of a draft's folder: `.NAME.new-` and 16 hexadecimal digits.
struct DraftName {
    /// What the drafts of one store begin with.
    private let prefix: String

    init(of store: String) {
        prefix = ".\(store).new-"
    }

    /// A name that no other process takes.
    func make() -> String {
        prefix + Hex.encode(Randomness.bytes(8).span)
    }

    /// Whether `name` is one of these.
    func matches(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        return Hex.decode(String(name.dropFirst(prefix.count)))?.count == 8
    }
}

/// A path without trailing slashes, and its two parts.
struct PathParts: Hashable {
    /// The path, which is empty only if it was.
    let path: String
    /// The folder that it is in; `.` if the path has one part.
    let parent: String
    /// The last part.
    let name: String

    init(_ path: String) {
        var rest = path[...]
        while rest.utf8.count > 1, rest.hasSuffix("/") { rest.removeLast() }
        self.path = String(rest)
        guard let slash = rest.lastIndex(of: "/") else {
            parent = "."
            name = String(rest)
            return
        }
        parent = slash == rest.startIndex ? "/" : String(rest[..<slash])
        name = String(rest[rest.index(after: slash)...])
    }
}

/// Removes a draft of a store, and nothing that is none.
///
/// The folder beside the store may be open to other users, who could put a folder or a link of
/// their own under a draft's name. So the draft is opened once, has to be this user's alone, and is
/// removed only if all of it has a draft's layout.
enum DraftRemoval {
    /// Removes the draft `name`.
    ///
    /// - Parameters:
    ///   - name: The draft's folder.
    ///   - parent: The folder that it is in.
    ///   - now: If given, a draft that changed less than an hour before stays.
    /// - Returns: Whether the draft was removed.
    /// - Throws: What a call of the system reports.
    static func remove<Folder: SweptFolder & ~Copyable>(
        _ name: String,
        in parent: borrowing Folder,
        ifLeftAt now: Int64? = nil
    ) throws(FileError) -> Bool {
        let draft = try parent.folder(name)
        if let now, try !draft.status().isLeftover(at: now) { return false }
        guard try hasLayout(draft, at: []) else { return false }
        try empty(draft)
        try parent.removeFolder(name)
        return true
    }

    private static func hasLayout<Folder: SweptFolder & ~Copyable>(
        _ folder: borrowing Folder,
        at path: [String]
    ) throws(FileError) -> Bool {
        guard (try? folder.status().check(.folder)) != nil else { return false }
        for name in try folder.names() {
            let status = try folder.status(of: name)
            guard status.isOurs, isPart(path + [name], status.kind) else { return false }
            guard status.kind == .folder else { continue }
            guard try hasLayout(folder.folder(name), at: path + [name]) else { return false }
        }
        return true
    }

    /// Whether a draft has such an entry: the header, the key and the mark against backups, the
    /// folders of a store with their files, and folders of files in the claims.
    private static func isPart(_ path: [String], _ kind: FileStatus.Kind) -> Bool {
        let name = path[path.count - 1]
        switch (path.count, kind) {
        case (1, .folder): return StoreFolder.all.contains(name)
        case (1, .file):
            return [StoreHeader.file, StoreKeySource.keyFile, ".nobackup"].contains(name)
                || name.hasPrefix("\(StoreKeySource.keyFile).new-")
        case (2, .file): return true
        case (2, .folder): return path[0] == StoreFolder.claims
        case (3, .file): return true
        default: return false
        }
    }

    private static func empty<Folder: SweptFolder & ~Copyable>(
        _ folder: borrowing Folder
    ) throws(FileError) {
        for name in try folder.names() {
            if try folder.status(of: name).kind == .folder {
                try empty(folder.folder(name))
                try folder.removeFolder(name)
            } else {
                try folder.unlink(name)
            }
        }
    }
}
