// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore
import Synchronization

/// The calls of a file system on a ``SimulatedDisk``.
package final class SimulatedFileSystem: BackupFileSystem {
    private let mutex: Mutex<SimulatedDisk>

    /// The calls on `disk`.
    package init(_ disk: SimulatedDisk = SimulatedDisk()) {
        mutex = Mutex(disk)
    }

    /// The disk as it is now.
    package var disk: SimulatedDisk { mutex.withLock { $0 } }

    /// Makes all that is on the disk durable.
    package func makeDurable() {
        mutex.withLock { disk in
            for number in disk.entries.keys {
                switch disk.entries[number]?.node {
                case .file(let contents, _):
                    disk.entries[number]?.node = .file(contents: contents, durable: contents)
                case .folder(let names, _):
                    disk.entries[number]?.node = .folder(names: names, durable: names)
                case nil: break
                }
            }
        }
    }

    /// Lets time pass on the disk's own clock.
    package func advance(bySeconds seconds: Int64) {
        mutex.withLock { $0.now += seconds }
    }

    /// Changes what stands at `path` behind the store's back.
    package func alter(_ path: String, _ change: (inout SimulatedDisk.Entry) -> Void)
        throws(FileError)
    {
        try use(path) { disk, number throws(FileError) in
            guard var entry = disk.entries[number] else { throw .absent }
            change(&entry)
            disk.entries[number] = entry
        }
    }

    /// Puts a durable file under each of these names that are free in a folder, all with the same
    /// bytes.
    package func fill(
        _ folder: String,
        with names: [String],
        _ contents: [UInt8]
    ) throws(FileError) {
        try use(folder) { disk, number throws(FileError) in
            var held = try disk.names(number)
            for name in names where held[name] == nil {
                let file = SimulatedDisk.Node.file(contents: contents, durable: contents)
                held[name] = disk.add(file, permissions: 0o600)
            }
            disk.entries[number]?.node = .folder(names: held, durable: held)
        }
    }

    /// What stands at `path`.
    package func status(of path: String) throws(FileError) -> FileStatus {
        try use(path) { disk, number throws(FileError) in
            guard let entry = disk.entries[number] else { throw .absent }
            let kind: FileStatus.Kind =
                switch entry.node {
                case _ where entry.isLink: .link
                case .file: .file
                case .folder: .folder
                }
            return FileStatus(
                kind: kind,
                isOurs: entry.isOurs,
                permissions: entry.permissions,
                size: entry.size,
                modified: entry.modified
            )
        }
    }

    /// The names in `folder`, in no order.
    package func names(in folder: String) throws(FileError) -> [String] {
        try use(folder) { disk, number throws(FileError) in Array(try disk.names(number).keys) }
    }

    /// Reads `file`.
    package func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int
    {
        try status(of: file).check(.file)
        let contents = try use(file) { disk, number throws(FileError) in try disk.contents(number) }
        let count = min(contents.count, bytes.count)
        for index in 0..<count { bytes[index] = contents[index] }
        return count
    }

    /// Makes `file`, of which nothing is durable.
    package func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        let bytes = contents.indices.map { contents[$0] }
        try change(file) { disk, names, name throws(FileError) in
            guard names[name] == nil else { throw .exists }
            names[name] = disk.add(.file(contents: bytes, durable: nil), permissions: 0o600)
        }
    }

    /// Writes behind what `file` holds, durable neither.
    package func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        let bytes = contents.indices.map { contents[$0] }
        try use(file) { disk, number throws(FileError) in
            guard case .file(let old, let durable) = disk.entries[number]?.node else {
                throw .refused(.unexpectedKind)
            }
            disk.entries[number]?.node = .file(contents: old + bytes, durable: durable)
            disk.entries[number]?.modified = disk.now
        }
    }

    /// Reads `file`, of any owner, from `offset`.
    package func read(
        _ file: String,
        from offset: Int,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let contents = try use(file) { disk, number throws(FileError) in try disk.contents(number) }
        let rest = contents.dropFirst(offset)
        let count = min(rest.count, bytes.count)
        for index in 0..<count { bytes[index] = rest[offset + index] }
        return count
    }

    /// Makes the contents of `file` durable.
    package func sync(file: String) throws(FileError) {
        try use(file) { disk, number throws(FileError) in
            let contents = try disk.contents(number)
            disk.entries[number]?.node = .file(contents: contents, durable: contents)
        }
    }

    /// Makes the names in `folder` durable.
    package func sync(folder: String) throws(FileError) {
        try use(folder) { disk, number throws(FileError) in
            let names = try disk.names(number)
            disk.entries[number]?.node = .folder(names: names, durable: names)
        }
    }

    /// Gives `file` a second name.
    package func link(_ file: String, to name: String) throws(FileError) {
        let number = try use(file) { _, number throws(FileError) in number }
        try change(name) { _, names, name throws(FileError) in
            guard names[name] == nil else { throw .exists }
            names[name] = number
        }
    }

    /// Moves a file or folder.
    package func rename(_ path: String, to name: String) throws(FileError) {
        let number = try use(path) { disk, number throws(FileError) in
            if let old = disk.find(SimulatedDisk.parts(name)),
                case .folder = disk.entries[number]?.node
            {
                guard try disk.names(old).isEmpty else { throw .exists }
            }
            return number
        }
        try change(name) { _, names, name throws(FileError) in names[name] = number }
        try change(path) { _, names, name throws(FileError) in names[name] = nil }
    }

    /// Takes a name away from a file.
    package func unlink(_ file: String) throws(FileError) {
        try change(file) { _, names, name throws(FileError) in
            guard names[name] != nil else { throw .absent }
            names[name] = nil
        }
    }

    /// Makes a folder.
    package func makeFolder(_ folder: String) throws(FileError) {
        try change(folder) { disk, names, name throws(FileError) in
            guard names[name] == nil else { throw .exists }
            names[name] = disk.add(.folder(names: [:], durable: [:]), permissions: 0o700)
        }
    }

    /// Removes an empty folder.
    package func removeFolder(_ folder: String) throws(FileError) {
        try change(folder) { disk, names, name throws(FileError) in
            guard let number = names[name] else { throw .absent }
            guard try disk.names(number).isEmpty else { throw .exists }
            names[name] = nil
        }
    }

    /// There are no backups.
    package func excludeFromBackups(_ folder: String) {}

    /// Lends the disk and the number of what stands at `path`.
    private func use<Result: Sendable>(
        _ path: String,
        _ body: (inout SimulatedDisk, Int) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try mutex.withLock { disk throws(FileError) in
            guard let number = disk.find(SimulatedDisk.parts(path)) else { throw .absent }
            return try body(&disk, number)
        }
    }

    /// Lends the disk, the names beside `path` to be changed, and its last part.
    private func change(
        _ path: String,
        _ body: (inout SimulatedDisk, inout [String: Int], String) throws(FileError) -> Void
    ) throws(FileError) {
        let parts = SimulatedDisk.parts(path)
        try mutex.withLock { disk throws(FileError) in
            guard let number = disk.find(parts.dropLast()), let name = parts.last,
                case .folder(var names, let durable) = disk.entries[number]?.node
            else { throw .absent }
            try body(&disk, &names, String(name))
            disk.entries[number]?.node = .folder(names: names, durable: durable)
            disk.entries[number]?.modified = disk.now
        }
    }
}

extension SimulatedDisk {
    static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

    func names(_ number: Int) throws(FileError) -> [String: Int] {
        guard case .folder(let names, _) = entries[number]?.node else {
            throw .refused(.unexpectedKind)
        }
        return names
    }

    func contents(_ number: Int) throws(FileError) -> [UInt8] {
        guard case .file(let contents, _) = entries[number]?.node else {
            throw .refused(.unexpectedKind)
        }
        return contents
    }
}
