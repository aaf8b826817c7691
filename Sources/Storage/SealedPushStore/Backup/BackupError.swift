// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why there is no backup, or nothing is restored from one.
@nonexhaustive
public enum BackupError: Error, Hashable {
    /// The file is not a backup.
    case notABackup
    /// The backup was made by a later version, in this format.
    case tooNew(version: Int)
    /// The passphrase is not the one that the backup was made with.
    case wrongPassphrase
    /// The backup ends too early: it was cut, or the run that wrote it was stopped.
    case truncated
    /// The backup was damaged or altered: changed, extended, or put together from parts.
    case damaged
    /// The backup's file can't be read or written; ``StoreError/alreadyExists`` where one is to be written and something
    /// is there.
    case file(StoreError)
    /// The store or its key can't be read or written, or the passphrase is empty.
    case store(StoreError)

    /// Why a backup's file could not be read or written.
    init(file error: FileError) {
        switch error {
        case .absent: self = .file(.unavailable(code: StoreError.noSuchFile))
        case .exists: self = .file(.alreadyExists)
        case .refused(let error): self = .file(error)
        }
    }
}
