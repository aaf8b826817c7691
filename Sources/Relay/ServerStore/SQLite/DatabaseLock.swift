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
    /// Whether no other process had it when this one took it.
    package let isAlone: Bool

    /// Takes the lock, whose file lies beside the database.
    ///
    /// - Parameters:
    ///   - path: The database.
    ///   - waits: Whether it waits until another process lets it go.
    /// - Throws: ``ServerStoreError/inUse``, ``ServerStoreError/unavailable``.
    package init(of path: String, waits: Bool = false) throws(ServerStoreError) {
        descriptor = try Self.descriptor(of: path + "-lock")
        isAlone = true
        guard flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            close(descriptor)
            throw isHeld ? .inUse : .unavailable
        }
    }

    /// Joins the processes that work on a database together, by another file beside it.
    ///
    /// One that is alone has the others wait until it calls ``share()``.
    ///
    /// - Throws: ``ServerStoreError/unavailable``, ``ServerStoreError/diskFull``.
    package init(joining path: String) throws(ServerStoreError) {
        descriptor = try Self.descriptor(of: path + "-members")
        isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        guard isAlone || flock(descriptor, LOCK_SH) == 0 else {
            close(descriptor)
            throw .unavailable
        }
    }

    /// Lets others join.
    package func share() { flock(descriptor, LOCK_SH) }

    private static func descriptor(of file: String) throws(ServerStoreError) -> Int32 {
        let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENOSPC || errno == EDQUOT ? .diskFull : .unavailable
        }
        return descriptor
    }

    deinit {
        // A child that another thread is starting has the file too, until it runs its program:
        // closed here alone, the lock would be held until then.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
