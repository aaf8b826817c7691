// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushCrypto
public import SealedPushStore

extension RecordStore {
    /// Makes a new store at `path` from a backup.
    ///
    /// The store has an id, a key and an access class of its own, and no device: after a restore,
    /// make a new device. Records keep their ids. The store is complete when it appears at its
    /// path. It has no keys of a sender's earlier identities: a backup that was made while a name
    /// was given its next identity may hold them.
    ///
    /// - Parameters:
    ///   - backup: The backup's file.
    ///   - passphrase: The passphrase of the backup.
    ///   - path: Where the store is to be.
    ///   - source: The source of its key.
    ///   - access: Its access class.
    ///   - now: The time of the restore, which the store remembers: what its senders knew before
    ///     may be old.
    /// - Returns: The store.
    /// - Throws: ``BackupError``.
    public static func restore(
        from backup: String,
        passphrase: borrowing SecretBytes,
        at path: String,
        key source: borrowing StoreKeySource,
        access: AccessClass = .afterFirstUnlock,
        now: Timestamp
    ) throws(BackupError) -> RecordStore {
        try restore(
            from: backup,
            passphrase: passphrase,
            at: path,
            key: source,
            access: access,
            now: now,
            files: POSIXFileSystem()
        )
    }

    /// Makes a new store from a backup on a file system that tests may put in place of the real
    /// one.
    package static func restore(
        from backup: String,
        passphrase: borrowing SecretBytes,
        at path: String,
        key source: borrowing StoreKeySource,
        access: AccessClass = .afterFirstUnlock,
        now: Timestamp,
        files: any BackupFileSystem
    ) throws(BackupError) -> RecordStore {
        try restore(
            from: backup,
            passphrase: passphrase,
            at: path,
            key: source,
            access: access,
            now: now.timeSince1970,
            files: files
        ) { store throws(BackupError) in
            do throws(KeyError) {
                try SenderIdentities.eraseEarlier(in: store)
            } catch .store(let error) where error != .corrupted {
                throw .store(error)
            } catch {
                // A damaged sender is as it was in the backup: its use tells.
            }
        }
    }
}
