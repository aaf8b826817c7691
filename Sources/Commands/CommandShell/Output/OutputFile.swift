// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that an option names to be written.
///
/// Nothing is written through a link, to a device or into a pipe.
package struct OutputFile {
    private static let partialPrefix = ".partial-"

    private let path: String
    private let what: String
    private let beginning: String

    /// The file at `path`; errors say `what` it is, since a path may tell a name.
    ///
    /// A file is replaced only if it is empty or has this `beginning`, as an earlier one of its
    /// kind has: a path that was mistyped may be that of a key.
    package init(_ path: String, _ what: String, replacing beginning: String = "") {
        self.path = path
        self.what = what
        self.beginning = beginning
    }

    /// Writes a file that is not there yet.
    package func make(_ bytes: [UInt8]) throws(CommandError) {
        try write(bytes, to: path, mode: nil)
    }

    /// Writes a new file, or replaces a plain one, which is there whole or not at all, and keeps
    /// its mode.
    ///
    /// What it writes is durable when it returns. A command that is killed leaves a file
    /// `.partial-` and 16 digits beside it.
    package func replace(_ bytes: [UInt8]) throws(CommandError) {
        let mode = try modeToKeep()
        let partial = "\(folder)\(Self.partialPrefix)\(Hex.encode(Randomness.bytes(8).span))"
        try write(bytes, to: partial, mode: mode)
        guard unsafe rename(partial, path) == 0 else {
            let error = failed(errno)
            unsafe unlink(partial)
            throw error
        }
        // If the folder cannot be synced, durability is left to the system.
        try? POSIXFileSystem().sync(folder: folder.isEmpty ? "." : folder)
    }

    /// Removes what killed commands have left in a folder that is written by one at a time.
    package static func removePartial(in folder: String) {
        for name in (try? POSIXFileSystem().names(in: folder)) ?? [] {
            let digits = name.dropFirst(partialPrefix.count)
            guard name.hasPrefix(partialPrefix), digits.count == 16,
                Hex.decode(String(digits)) != nil
            else { continue }
            unsafe unlink("\(folder)/\(name)")
        }
    }

    /// Throws where ``replace(_:)`` would for what stands at the path, or for its folder.
    package func check() throws(CommandError) {
        if try modeToKeep() == nil { try checkFolder() }
    }

    /// Throws where ``make(_:)`` would for what stands at the path, or for its folder.
    package func checkNew() throws(CommandError) {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else { throw .placeTaken(what) }
        guard errno == ENOENT else { throw failed(errno) }
        try checkFolder()
    }

    private func checkFolder() throws(CommandError) {
        guard unsafe access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else {
            throw failed(errno)
        }
    }

    /// The folder that the file is in, up to the last slash.
    private var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    private func write(
        _ bytes: [UInt8],
        to place: String,
        mode: mode_t?
    ) throws(CommandError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(place, flags, mode ?? 0o666)
        guard descriptor >= 0 else { throw failed(errno) }
        defer { close(descriptor) }
        guard mode.map({ fchmod(descriptor, $0) == 0 }) ?? true,
            StandardStream(descriptor: descriptor).writeAll(bytes), fsync(descriptor) == 0
        else {
            let error = failed(errno)
            unsafe unlink(place)
            throw error
        }
    }

    /// The mode of the plain file that is there, or nil where nothing is.
    private func modeToKeep() throws(CommandError) -> mode_t? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failed(errno) }
            return nil
        }
        let kind: String
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard try isReplaceable(size: Int(status.st_size)) else {
                kind = "another file"
                break
            }
            return status.st_mode & 0o777
        case S_IFDIR: kind = "a folder"
        case S_IFLNK: kind = "a symbolic link"
        case S_IFIFO: kind = "a pipe"
        case S_IFSOCK: kind = "a socket"
        default: kind = "a device"
        }
        throw CommandError(
            .failure,
            name: "noPlainFile",
            "\(kind) stands at the place of the \(what)",
            hint: "name a new file, or one that an earlier run wrote, which is replaced"
        )
    }

    /// Whether the plain file that is there is empty, or one of this kind.
    private func isReplaceable(size: Int) throws(CommandError) -> Bool {
        guard size > 0, !beginning.isEmpty else { return true }
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed(errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: beginning.utf8.count)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failed(errno) }
        return bytes[..<count].elementsEqual(beginning.utf8)
    }

    private func failed(_ code: Int32) -> CommandError {
        guard code != EEXIST else { return .placeTaken(what) }
        // Its own name is new: it is the folder that is not there.
        let reason = code == ENOENT ? "its folder is not there" : SystemReason.words(code)
        return .notWritten(what, reason)
    }
}
