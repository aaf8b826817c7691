// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore

/// The file system, with each step that changes it noted, and the process killed before one of
/// them.
final class SteppingFileSystem: StoreFileSystem {
    private let real = POSIXFileSystem()
    private let folder: PhoneFolder

    init(_ folder: PhoneFolder) {
        self.folder = folder
    }

    /// Notes a step; what is done to a claim, in capitals.
    private func step(_ letter: String, _ path: String) {
        let isClaim = path.contains("/claims/")
        folder.take(step: isClaim ? letter.uppercased() : letter)
    }

    func status(of path: String) throws(FileError) -> FileStatus { try real.status(of: path) }

    func names(in folder: String) throws(FileError) -> [String] { try real.names(in: folder) }

    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        try real.read(file, into: &bytes)
    }

    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        step("c", file)
        try real.create(file, contents: contents)
    }

    func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        step("a", file)
        try real.append(contents, to: file)
    }

    func sync(file: String) throws(FileError) {
        step("s", file)
        try real.sync(file: file)
    }

    func sync(folder: String) throws(FileError) {
        step("y", folder)
        try real.sync(folder: folder)
    }

    func link(_ file: String, to name: String) throws(FileError) {
        step("l", name)
        try real.link(file, to: name)
    }

    func rename(_ path: String, to name: String) throws(FileError) {
        step("r", name)
        try real.rename(path, to: name)
    }

    func unlink(_ file: String) throws(FileError) {
        step("u", file)
        try real.unlink(file)
    }

    func makeFolder(_ folder: String) throws(FileError) {
        step("m", folder)
        try real.makeFolder(folder)
    }

    func removeFolder(_ folder: String) throws(FileError) {
        step("d", folder)
        try real.removeFolder(folder)
    }

    func excludeFromBackups(_ folder: String) { real.excludeFromBackups(folder) }
}

extension PhoneFolder {
    /// Notes a step of the extension's, a byte, where a test counts them; before the one that it
    /// names the process is killed.
    func take(step letter: String) {
        guard let steps = read(.steps) else { return }
        if read(.kill).flatMap({ Int($0) }) == steps.utf8.count + 1 {
            try? write(.killed, "\(getpid())")
            kill(getpid(), SIGKILL)
        }
        append(.steps, letter)
    }
}
