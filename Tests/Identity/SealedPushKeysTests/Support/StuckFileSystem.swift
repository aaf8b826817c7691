// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import StoreTestSupport

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
