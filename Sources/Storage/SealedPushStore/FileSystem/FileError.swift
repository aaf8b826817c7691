// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why a call to the file system failed, as far as the store tells reasons apart.
package enum FileError: Error, Hashable {
    /// The file, or a folder on the way to it, is not there.
    case absent
    /// Something is already there; a folder that was to go or to be replaced is not empty.
    case exists
    /// Any other failure, in the store's words.
    case refused(StoreError)
}

extension StoreError {
    /// What a failure means if nothing special was expected: the layout of a store is fixed, so
    /// a file or folder of it that is absent was taken away by another process.
    package init(_ error: FileError) {
        switch error {
        case .absent: self = .corrupted
        case .exists: self = .alreadyExists
        case .refused(let reason): self = reason
        }
    }
}

extension FileError {
    /// Why a file that was to be made was not, behind "can't be written: ".
    package var reasonOfNewFile: String {
        switch self {
        case .absent: "its folder is not there"
        case .exists: "something is there"
        case .refused(let error): error.reason
        }
    }
}

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

/// Why a call to the system failed, for people.
package enum SystemReason {
    /// What an error number means, in lower case.
    package static func words(_ code: Int32) -> String {
        switch code {
        case ENOENT: "no such file"
        case EACCES, EPERM: "permission denied"
        case EISDIR: "it is a folder"
        case EBADF: "it is closed"
        case ENOSPC, EDQUOT: "the disk is full"
        case EFBIG: "it is larger than a file may be (ulimit -f)"
        case EMFILE, ENFILE: "no file descriptor is free (ulimit -n)"
        default: systemWords(code)
        }
    }

    private static func systemWords(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "system error \(code)" }
        let words = unsafe String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
