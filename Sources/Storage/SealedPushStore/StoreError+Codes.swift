// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension StoreError {
    /// The system's number for "no such file".
    static let noSuchFile = ENOENT
    /// The system's number for "out of memory".
    static let outOfMemory = ENOMEM

    /// Whether the disk can't be written.
    package var isReadOnly: Bool { self == .unavailable(code: EROFS) }
    /// Whether the system denies access.
    package var isDenied: Bool {
        [.unavailable(code: EACCES), .unavailable(code: EPERM)].contains(self)
    }
}
