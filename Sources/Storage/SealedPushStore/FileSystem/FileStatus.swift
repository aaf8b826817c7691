// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the store asks about a file or folder before it trusts it.
package struct FileStatus: Hashable, Sendable {
    /// What stands at a path, links not followed.
    package enum Kind: Hashable, Sendable {
        /// An ordinary file.
        case file
        /// A folder.
        case folder
        /// A symbolic link.
        case link
        /// A device, a pipe, a socket.
        case other
    }

    /// What it is.
    package var kind: Kind
    /// Whether it belongs to the user that this process acts for.
    package var isOurs: Bool
    /// Whether it belongs to root.
    package var isRoots: Bool
    /// The permission bits: owner, group, others.
    package var permissions: UInt16
    /// How many bytes a file has.
    package var size: Int
    /// When its contents last changed, in seconds since 1970 by the file system's own clock.
    package var modified: Int64

    /// Puts the answers together.
    package init(
        kind: Kind,
        isOurs: Bool,
        isRoots: Bool = false,
        permissions: UInt16,
        size: Int = 0,
        modified: Int64
    ) {
        self.kind = kind
        self.isOurs = isOurs
        self.isRoots = isRoots
        self.permissions = permissions
        self.size = size
        self.modified = modified
    }

    /// Refuses a file of another kind or owner, or one that others may use.
    package func check(_ expected: Kind) throws(FileError) {
        guard kind != .link else { throw .refused(.symbolicLink) }
        guard kind == expected else { throw .refused(.unexpectedKind) }
        guard isOurs else { throw .refused(.foreignOwner) }
        guard permissions & 0o077 == 0 else { throw .refused(.unsafePermissions) }
    }

    /// Refuses a file of ours that others may use, and one of root's that more than a group may read,
    /// which is how Kubernetes gives it.
    package func checkGiven() throws(FileError) {
        if isOurs { try check(.file) } else { try checkCredential() }
    }

    /// Refuses what is no file that a service manager gives: ours or root's, and at most readable
    /// by a group, which is how a list of users that may read it shows.
    package func checkCredential() throws(FileError) {
        guard kind == .file else {
            throw .refused(kind == .link ? .symbolicLink : .unexpectedKind)
        }
        guard isOurs || isRoots else { throw .refused(.foreignOwner) }
        guard permissions & 0o037 == 0 else { throw .refused(.unsafePermissions) }
    }
}
