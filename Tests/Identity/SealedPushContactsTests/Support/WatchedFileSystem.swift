// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import Synchronization

/// The real file system: counts what is read, fails when its changes are used up, lets others act
/// in between, and never waits for a disk.
final class WatchedFileSystem: StoreFileSystem {
    private let real = POSIXFileSystem()
    private let state = Mutex(State())

    private struct State {
        var reads = 0
        var changesLeft = Int.max
        var action: (@Sendable (String) -> Bool)?
    }

    /// How many files were asked for.
    var reads: Int { state.withLock { $0.reads } }

    /// Whether it still changes anything.
    var isAlive: Bool { state.withLock { $0.changesLeft > 0 } }

    /// Lets `count` changes happen and none after them, as if the process had been killed then.
    func die(afterChanges count: Int) {
        state.withLock { $0.changesLeft = count }
    }

    /// Lets `action` act as another process before a change of a path, until it says that it has.
    func beforeChange(_ action: @escaping @Sendable (String) -> Bool) {
        state.withLock { $0.action = action }
    }

    private func change(_ path: String) throws(FileError) {
        let action = state.withLock { state in
            defer { state.action = nil }
            return state.action
        }
        if let action, !action(path) { state.withLock { $0.action = action } }
        let isDead = state.withLock { state in
            guard state.changesLeft > 0 else { return true }
            state.changesLeft -= 1
            return false
        }
        guard !isDead else { throw .refused(.inputOutput(code: 5)) }
    }

    func status(of path: String) throws(FileError) -> FileStatus { try real.status(of: path) }

    func names(in folder: String) throws(FileError) -> [String] { try real.names(in: folder) }

    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        state.withLock { $0.reads += 1 }
        return try real.read(file, into: &bytes)
    }

    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        try change(file)
        try real.create(file, contents: contents)
    }

    func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        try change(file)
        try real.append(contents, to: file)
    }

    func sync(file: String) throws(FileError) {}

    func sync(folder: String) throws(FileError) {}

    func link(_ file: String, to name: String) throws(FileError) {
        try change(name)
        try real.link(file, to: name)
    }

    func rename(_ path: String, to name: String) throws(FileError) {
        try change(name)
        try real.rename(path, to: name)
    }

    func unlink(_ file: String) throws(FileError) {
        try change(file)
        try real.unlink(file)
    }

    func makeFolder(_ folder: String) throws(FileError) { try real.makeFolder(folder) }

    func removeFolder(_ folder: String) throws(FileError) { try real.removeFolder(folder) }

    func excludeFromBackups(_ folder: String) {}
}
