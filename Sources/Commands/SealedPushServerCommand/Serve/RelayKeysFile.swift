// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushCrypto
import SealedPushRelay
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of a relay's keys.
enum RelayKeysFile {
    /// Writes a new one, which only its owner may read; what the keys are never leaves guarded
    /// memory on the way.
    static func make(_ path: String) throws(CommandError) {
        let folder = try LockedFolder(of: path)
        let partial = try writePart(RelaySecrets.makeFile(), besides: path)
        // It has all of its bytes, or is not there; one that is there is not replaced.
        let isThere = unsafe link(partial, path) != 0
        let reason = errno
        unsafe unlink(partial)
        guard !isThere else {
            throw unwritable(path, reason)
        }
        try folder.sync()
    }

    /// Replaces the file by what a rotation makes of it: at each moment one of both is there,
    /// whole.
    static func rotate(
        _ path: String,
        by rotation: (Span<UInt8>) -> SecretBytes?
    ) throws(CommandError) {
        let folder = try LockedFolder(of: path)
        let file = try read(path)
        guard let new = file.withBytes(rotation) else {
            throw .usage("the file of the relay's keys is none, or has 256 token keys")
        }
        let partial = try writePart(new, besides: path)
        guard unsafe rename(partial, path) == 0 else {
            unsafe unlink(partial)
            throw unwritable(path, errno)
        }
        try folder.sync()
    }

    /// The bytes of the file, which only its owner may read.
    static func read(_ path: String) throws(CommandError) -> SecretBytes {
        try InputFile(path)
            .readSecret("file of the relay's keys", upTo: RelaySecrets.byteLimit)
    }

    private static func unwritable(_ path: String, _ reason: Int32) -> CommandError {
        .notWritten("file of the relay's keys, \(path),", SystemReason.words(reason))
    }

    /// Writes a file beside another one, in place of what a process left that was killed.
    private static func writePart(
        _ file: borrowing SecretBytes,
        besides path: String
    ) throws(CommandError) -> String {
        let partial = path + ".partial"
        unsafe unlink(partial)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(partial, flags, 0o600)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        defer { close(descriptor) }
        let isWritten = file.withBytes { bytes in
            // The buffer is read while the calls last.
            unsafe bytes.withUnsafeBytes { buffer in
                var left = unsafe buffer[...]
                while unsafe !left.isEmpty {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: left)
                    let count = unsafe write(descriptor, rest.baseAddress, rest.count)
                    // A part may be written without an error; that comes with the next one.
                    guard count > 0 else { return false }
                    unsafe left = left.dropFirst(count)
                }
                return true
            }
        }
        guard isWritten, fsync(descriptor) == 0 else {
            let reason = errno
            unsafe unlink(partial)
            throw unwritable(path, reason)
        }
        return partial
    }
}

/// The folder of the file, in which one process at a time changes it.
private struct LockedFolder: ~Copyable {
    private let descriptor: Int32

    init(of path: String) throws(CommandError) {
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .failure(
                "the folder of the relay's keys can't be opened: \(SystemReason.words(errno))"
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .failure("another process changes the file of the relay's keys")
        }
    }

    /// Makes durable which files are there.
    func sync() throws(CommandError) {
        guard fsync(descriptor) == 0 else {
            throw .failure("the file of the relay's keys may be lost if the power is")
        }
    }

    deinit { close(descriptor) }
}
