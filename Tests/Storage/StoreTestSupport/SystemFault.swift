// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error number of the system, which some calls meet and others can't.
package struct SystemFault: Hashable, Sendable, CustomStringConvertible {
    /// The error's name.
    package let description: String
    /// The error's number.
    package let code: Int32
    /// Whether it stays: the disk is full and not full for a moment.
    package var isLasting = false
    /// Whether a call that was to write has written half of it.
    package var leavesHalf = false
    private let calls: Set<FileCall.Kind>

    private static let making: Set<FileCall.Kind> = [.create, .append, .link, .rename, .makeFolder]
    private static let changing = making.union([.unlink, .removeFolder])
    private static let opening: Set<FileCall.Kind> = [
        .names, .read, .create, .append, .syncFile, .syncFolder,
    ]

    /// The disk is full.
    package static let full = SystemFault(
        description: "ENOSPC",
        code: ENOSPC,
        leavesHalf: true,
        calls: making.union([.syncFile, .syncFolder])
    )
    /// The user's share of the disk is full.
    package static let overQuota = SystemFault(
        description: "EDQUOT",
        code: EDQUOT,
        leavesHalf: true,
        calls: making.union([.syncFile, .syncFolder])
    )
    /// The disk is broken.
    package static let broken = SystemFault(
        description: "EIO",
        code: EIO,
        leavesHalf: true,
        calls: changing.union(opening).union([.status])
    )
    /// The disk can only be read.
    package static let readOnly = SystemFault(
        description: "EROFS",
        code: EROFS,
        calls: changing
    )
    /// The folder can only be read.
    package static let denied = SystemFault(description: "EACCES", code: EACCES, calls: changing)
    /// The process has as many files open as it may.
    package static let tooManyFiles = SystemFault(
        description: "EMFILE",
        code: EMFILE,
        calls: opening
    )

    /// Every fault, for a moment and for good.
    package static let all: [SystemFault] =
        [full, overQuota, broken, readOnly, denied, tooManyFiles].flatMap { fault in
            [fault, fault.lasting]
        }

    /// The same, for good.
    package var lasting: SystemFault {
        var fault = self
        fault.isLasting = true
        return fault
    }

    /// What the store makes of it.
    package var error: FileError { FileError(code: code) }

    /// Whether a call of this kind can meet it.
    package func isMet(by call: FileCall.Kind) -> Bool { calls.contains(call) }

    /// Whether the call with this number meets it where the one that was chosen is the first to.
    func isMet(by call: FileCall.Kind, number: Int, chosen: Int) -> Bool {
        (isLasting ? number >= chosen : number == chosen) && isMet(by: call)
    }
}
