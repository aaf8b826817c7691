// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore

/// Files and folders in memory that remember what is durable, so that every loss of power can be
/// tried.
///
/// The disk is as unkind as POSIX allows: without a sync, each name may have changed or not, in any
/// combination, and a file may hold nothing, a part or all of what was written.
package struct SimulatedDisk: Sendable {
    /// A file or a folder.
    package enum Node: Sendable {
        /// What was written, and what of it is durable.
        case file(contents: [UInt8], durable: [UInt8]?)
        /// The names in it with the numbers of what they stand for, and which of them are durable.
        case folder(names: [String: Int], durable: [String: Int])
    }

    /// What stands under a number.
    package struct Entry: Sendable {
        /// What it is.
        package var node: Node
        /// The permission bits.
        package var permissions: UInt16
        /// Whether it belongs to this user.
        package var isOurs = true
        /// Whether it is a symbolic link in truth.
        package var isLink = false
        /// When it changed, by the disk's own clock.
        package var modified: Int64

        /// How many bytes it has; a folder has none.
        var size: Int {
            if case .file(let contents, _) = node { contents.count } else { 0 }
        }
    }

    /// Everything on the disk, by number.
    package var entries: [Int: Entry]
    /// The disk's own clock, in seconds since 1970.
    package var now: Int64 = 1_800_000_000
    private var next = 1

    /// The number of the topmost folder.
    package static let root = 0

    /// An empty disk.
    package init() {
        entries = [
            Self.root: Entry(
                node: .folder(names: [:], durable: [:]),
                permissions: 0o700,
                modified: now
            )
        ]
    }

    mutating func add(_ node: Node, permissions: UInt16) -> Int {
        defer { next += 1 }
        entries[next] = Entry(node: node, permissions: permissions, modified: now)
        return next
    }

    /// The number of what stands at `path`.
    func find(_ path: some Collection<Substring>) -> Int? {
        var number = Self.root
        for part in path {
            guard case .folder(let names, _) = entries[number]?.node, let next = names[String(part)]
            else { return nil }
            number = next
        }
        return number
    }

    /// What processes find that start now: each folder and file by its path, a file as its number
    /// and size, but for temporary files.
    package var tree: [String: [Int]] {
        var tree: [String: [Int]] = [:]
        func add(_ number: Int, at path: String) {
            switch entries[number]?.node {
            case .file(let contents, _): tree[path] = [number, contents.count]
            case .folder(let names, _):
                tree[path] = []
                guard !path.hasSuffix("/tmp") else { return }
                for (name, number) in names { add(number, at: "\(path)/\(name)") }
            case nil: break
            }
        }
        add(Self.root, at: "")
        return tree
    }

    /// Every disk that a loss of power at this moment may leave, each of them durable.
    package func afterPowerLoss() -> [SimulatedDisk] {
        survivors.reduce([self]) { disks, survivor in
            survivor.nodes.flatMap { node in disks.map { $0.setting(survivor.number, node) } }
        }
    }

    /// How many disks that are, told without making them, as there may be far too many.
    package var countAfterPowerLoss: Double {
        survivors.reduce(1) { $0 * Double($1.nodes.count) }
    }

    /// What may be left of each file and folder that is not durable; a file that has no name and
    /// had none is not there anyway.
    private var survivors: [(number: Int, nodes: [Node])] {
        var named: Set = [Self.root]
        for case .folder(let names, let durable) in entries.values.map(\.node) {
            named.formUnion(names.values)
            named.formUnion(durable.values)
        }
        return named.sorted().compactMap { number in
            switch entries[number]?.node {
            case .file(let contents, let durable) where contents != durable:
                let half = Array(contents.prefix(contents.count / 2))
                let left = Set([durable ?? [], half, contents])
                return (number, left.map { .file(contents: $0, durable: $0) })
            case .folder(let names, let durable) where names != durable:
                let left = Self.survivors(of: names, durable: durable)
                return (number, left.map { .folder(names: $0, durable: $0) })
            default: return nil
            }
        }
    }

    /// What may be left of a folder's names: each combination of changes, or of many changes all,
    /// none and two halves.
    private static func survivors(
        of names: [String: Int],
        durable: [String: Int]
    ) -> [[String: Int]] {
        let changed = Set(names.keys).union(durable.keys).filter { names[$0] != durable[$0] }
        guard changed.count > 4 else {
            return changed.reduce([durable]) { survivors, name in
                survivors + survivors.map { $0.merging([name], from: names) }
            }
        }
        let half = changed.sorted().prefix(changed.count / 2)
        return [
            durable, names, durable.merging(half, from: names), names.merging(half, from: durable),
        ]
    }

    private func setting(_ number: Int, _ node: Node) -> SimulatedDisk {
        var disk = self
        disk.entries[number]?.node = node
        return disk
    }
}

extension [String: Int] {
    fileprivate func merging(_ names: some Sequence<String>, from other: Self) -> Self {
        var merged = self
        for name in names { merged[name] = other[name] }
        return merged
    }
}

extension SimulatedDisk {
    /// A disk with an empty store at `/store`.
    package static func withStore() throws -> SimulatedDisk {
        let files = SimulatedFileSystem()
        _ = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        return files.disk
    }

    /// Opens the store on a copy of this disk.
    package func store() throws(StoreError) -> RecordStore {
        try SimulatedFileSystem(self).store()
    }
}

extension SimulatedFileSystem {
    /// Opens the store at `/store`, as one more process.
    package func store() throws(StoreError) -> RecordStore {
        try RecordStore.open(at: "/store", key: .folder, files: self)
    }
}

extension StoreFileSystem {
    /// Removes a file, or a folder with all it holds, of a disk that no other process uses.
    package func removeTree(_ path: String) throws(FileError) {
        guard try status(of: path).kind == .folder else { return try unlink(path) }
        for name in try names(in: path) { try removeTree("\(path)/\(name)") }
        try removeFolder(path)
    }
}
