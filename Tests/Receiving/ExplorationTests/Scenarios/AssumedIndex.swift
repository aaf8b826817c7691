// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore

/// Files with an index of unfinished claims that is always right, and has no steps of its own.
///
/// An entry takes six steps, and each of them can come before or after each step of others: with
/// two more processes that is twenty times as many states. So the explorations of what is shown
/// take the index for granted, and list the claims where it is listed; ``Scenario/ofIndex`` shows
/// that they may.
final class AssumedIndex: StoreFileSystem {
    private let files: any StoreFileSystem
    private static let index = "\(ReplayingFiles.store)/unfinished"
    private static let claims = "\(ReplayingFiles.store)/claims"

    init(_ files: any StoreFileSystem) {
        self.files = files
    }

    private static func isEntry(_ path: String) -> Bool { path.hasPrefix("\(index)/") }

    /// An entry is there, and too young to be dropped.
    func status(of path: String) throws(FileError) -> FileStatus {
        guard Self.isEntry(path) else { return try files.status(of: path) }
        return FileStatus(kind: .file, isOurs: true, permissions: 0o600, modified: .max)
    }

    func names(in folder: String) throws(FileError) -> [String] {
        guard folder == Self.index else { return try files.names(in: folder) }
        var entries: [String] = []
        for prekey in try files.names(in: Self.claims).sorted() {
            do throws(FileError) {
                let names = try files.names(in: "\(Self.claims)/\(prekey)")
                entries += names.map { "\(prekey)-\($0)" }
            } catch .absent {
                // A sweep took it.
            }
        }
        return entries
    }

    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        guard !Self.isEntry(file) else { return }
        try files.create(file, contents: contents)
    }

    func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        guard !Self.isEntry(file) else { return }
        try files.append(contents, to: file)
    }

    func sync(file: String) throws(FileError) {
        guard !Self.isEntry(file) else { return }
        try files.sync(file: file)
    }

    func sync(folder: String) throws(FileError) {
        guard folder != Self.index else { return }
        try files.sync(folder: folder)
    }

    func unlink(_ file: String) throws(FileError) {
        guard !Self.isEntry(file) else { return }
        try files.unlink(file)
    }

    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        try files.read(file, into: &bytes)
    }

    func link(_ file: String, to name: String) throws(FileError) {
        try files.link(file, to: name)
    }

    func rename(_ path: String, to name: String) throws(FileError) {
        try files.rename(path, to: name)
    }

    func makeFolder(_ folder: String) throws(FileError) { try files.makeFolder(folder) }

    func removeFolder(_ folder: String) throws(FileError) { try files.removeFolder(folder) }

    func excludeFromBackups(_ folder: String) {}
}
