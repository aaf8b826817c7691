// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The right to work on a database of SQLite: one process has it, until it ends or lets it go.
///
/// A relay's batches that share a commit, and the workers' heartbeats, count on one process.
package final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, whose file lies beside the database.
    ///
    /// - Parameters:
    ///   - path: The database.
    ///   - waits: Whether it waits until another process lets it go.
    /// - Throws: ``ServerStoreError/inUse``, ``ServerStoreError/unavailable``.
    package init(of path: String, waits: Bool = false) throws(ServerStoreError) {
        let file = path + "-lock"
        descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENOSPC || errno == EDQUOT ? .diskFull : .unavailable
        }
        guard flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            close(descriptor)
            throw isHeld ? .inUse : .unavailable
        }
    }

    deinit {
        // A child that another thread is starting has the file too, until it runs its program:
        // closed here alone, the lock would be held until then.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
