// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Calls into the system: repeated when a signal interrupts them, their errors in the store's
/// words.
enum POSIXCall {
    /// The result of `call`, where -1 stands for a failure.
    @discardableResult
    static func result<Result: FixedWidthInteger & SignedInteger>(
        _ call: () -> Result
    ) throws(FileError) -> Result {
        while true {
            let result = call()
            guard result == -1 else { return result }
            let code = errno
            guard code == EINTR else { throw FileError(code: code) }
        }
    }
}

extension FileError {
    /// Reads the system's error number.
    package init(code: Int32) {
        switch code {
        case ENOENT: self = .absent
        case EEXIST, ENOTEMPTY: self = .exists
        case ELOOP: self = .refused(.symbolicLink)
        case ENOTDIR, EISDIR: self = .refused(.unexpectedKind)
        // No file of a store is large: one that is too large is so by a limit that was set on this
        // process.
        case ENOSPC, EDQUOT, EFBIG: self = .refused(.outOfSpace)
        case EACCES, EPERM, EROFS, EBUSY, ENOMEM, EMFILE, ENFILE:
            self = .refused(.unavailable(code: code))
        default: self = .refused(.inputOutput(code: code))
        }
    }
}

extension FileStatus {
    /// Reads the system's answer.
    init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        #if canImport(Darwin)
            let modified = status.st_mtimespec.tv_sec
        #else
            let modified = status.st_mtim.tv_sec
        #endif
        self.init(
            kind: kind,
            isOurs: status.st_uid == geteuid(),
            isRoots: status.st_uid == 0,
            permissions: UInt16(truncatingIfNeeded: status.st_mode & 0o7777),
            size: Int(status.st_size),
            modified: Int64(modified)
        )
    }
}
