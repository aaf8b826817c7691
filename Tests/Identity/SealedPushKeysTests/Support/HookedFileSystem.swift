// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import StoreTestSupport

/// The real file system, with a look at each call before it is made, which may fail in its place.
struct HookedFileSystem: StoreFileSystem {
    /// A call that changes what is on disk, or makes it durable.
    enum Call: Hashable {
        case create(String)
        case append(String)
        case syncFile(String)
        case syncFolder(String)
        case link(to: String)
        case rename(to: String)
        case unlink(String)
        case makeFolder(String)
        case removeFolder(String)
    }

    /// What a hook throws to stop a call; no system has this number.
    static let fault = FileError.refused(.inputOutput(code: 99_999))

    private let files = POSIXFileSystem()
    private let before: @Sendable (Call) throws(FileError) -> Void
    private let listed: @Sendable (String, [String]) -> [String]

    init(before: @escaping @Sendable (Call) throws(FileError) -> Void) {
        self.before = before
        listed = { _, names in names }
    }

    /// Looks at nothing but listings, and may change what they show.
    init(listed: @escaping @Sendable (_ folder: String, _ names: [String]) -> [String]) {
        before = { _ in }
        self.listed = listed
    }

    func status(of path: String) throws(FileError) -> FileStatus {
        try files.status(of: path)
    }

    func names(in folder: String) throws(FileError) -> [String] {
        listed(folder, try files.names(in: folder))
    }

    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        try files.read(file, into: &bytes)
    }

    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        try before(.create(file))
        try files.create(file, contents: contents)
    }

    func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        try before(.append(file))
        try files.append(contents, to: file)
    }

    func sync(file: String) throws(FileError) {
        try before(.syncFile(file))
        try files.sync(file: file)
    }

    func sync(folder: String) throws(FileError) {
        try before(.syncFolder(folder))
        try files.sync(folder: folder)
    }

    func link(_ file: String, to name: String) throws(FileError) {
        try before(.link(to: name))
        try files.link(file, to: name)
    }

    func rename(_ path: String, to name: String) throws(FileError) {
        try before(.rename(to: name))
        try files.rename(path, to: name)
    }

    func unlink(_ file: String) throws(FileError) {
        try before(.unlink(file))
        try files.unlink(file)
    }

    func makeFolder(_ folder: String) throws(FileError) {
        try before(.makeFolder(folder))
        try files.makeFolder(folder)
    }

    func removeFolder(_ folder: String) throws(FileError) {
        try before(.removeFolder(folder))
        try files.removeFolder(folder)
    }

    func excludeFromBackups(_ folder: String) {}
}

/// A file system that can't read one file, or not remove it, as a disk that is failing.
struct StuckFileSystem: StoreFileSystem {
    let files: SimulatedFileSystem
    let file: String
    /// Whether the file can be read, and only not be removed.
    var isReadable = false

    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        guard isReadable || file != self.file else { throw .refused(.inputOutput(code: 5)) }
        return try files.read(file, into: &bytes)
    }

    func status(of path: String) throws(FileError) -> FileStatus { try files.status(of: path) }
    func names(in folder: String) throws(FileError) -> [String] { try files.names(in: folder) }
    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        try files.create(file, contents: contents)
    }
    func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        try files.append(contents, to: file)
    }

    func sync(file: String) throws(FileError) { try files.sync(file: file) }
    func sync(folder: String) throws(FileError) { try files.sync(folder: folder) }
    func link(_ file: String, to name: String) throws(FileError) {
        try files.link(file, to: name)
    }
    func rename(_ path: String, to name: String) throws(FileError) {
        try files.rename(path, to: name)
    }
    func unlink(_ file: String) throws(FileError) {
        guard !isReadable || file != self.file else { throw .refused(.inputOutput(code: 5)) }
        try files.unlink(file)
    }
    func makeFolder(_ folder: String) throws(FileError) { try files.makeFolder(folder) }
    func removeFolder(_ folder: String) throws(FileError) { try files.removeFolder(folder) }
    func excludeFromBackups(_ folder: String) {}
}
