// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The right to work on a database of SQLite: one server process has it, until it ends or closes the store.
///
/// Batches that share a commit, and the workers' heartbeats, count on one process.
final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, whose file lies beside the database.
    ///
    /// - Throws: ``RelayStoreError/inUse``, ``RelayStoreError/unavailable``.
    init(of path: String) throws(RelayStoreError) {
        let file = path + "-lock"
        descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unavailable }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            close(descriptor)
            throw isHeld ? .inUse : .unavailable
        }
    }

    deinit {
        close(descriptor)
    }
}
