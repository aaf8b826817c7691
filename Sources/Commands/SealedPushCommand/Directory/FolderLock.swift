// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What keeps other processes of this command from changing a folder, until it is released.
struct FolderLock {
    private let descriptor: Int32

    /// Waits until no other process holds the lock of the folder.
    init(_ folder: String) throws(CommandError) {
        descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 || errno != ENOENT else { throw .noDevices }
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw .directoryUnusable(errno)
        }
    }

    func release() { close(descriptor) }
}

extension CommandError {
    static func directoryUnusable(_ code: Int32) -> CommandError {
        .usage("the recipient's folder can't be used: \(SystemReason.words(code))")
    }

    static func directoryNotWritten(_ code: Int32) -> CommandError {
        .notWritten("recipient's folder", SystemReason.words(code))
    }
}
