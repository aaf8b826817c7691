// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
