// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// An error in making a backup or restoring one.
@nonexhaustive
public enum BackupError: Error, Hashable {
    /// The file is not a backup.
    case notABackup
    /// The backup was made by a later version, in this format.
    case tooNew(version: Int)
    /// The backup was made by an earlier edition, in this format.
    case tooOld(version: Int)
    /// The passphrase is not the one that the backup was made with.
    case wrongPassphrase
    /// The backup ends too early: it was cut, or the run that wrote it was stopped.
    case truncated
    /// The backup was damaged or altered: changed, extended, or put together from parts.
    case damaged
    /// The backup's file can't be written; ``StoreError/alreadyExists`` if something is there.
    case file(StoreError)
    /// The backup's file can't be read.
    case unreadable(StoreError)
    /// The store or its key can't be read or written, or the passphrase is empty.
    case store(StoreError)

    /// Why a backup's file could not be written.
    init(file error: FileError) { self = .file(StoreError(file: error)) }

    /// Why a backup's file could not be read.
    init(reading error: FileError) { self = .unreadable(StoreError(file: error)) }
}

extension BackupError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .notABackup: ("notABackup", "the file is not a backup")
        case .tooNew(let version):
            ("backupTooNew", "the backup was made by a later version, in format \(version)")
        case .tooOld(let version):
            (
                "backupTooOld",
                "the backup was made by an earlier edition, in format \(version), which is not read"
            )
        case .wrongPassphrase: ("wrongPassphrase", "this is not the passphrase of the backup")
        case .truncated:
            ("truncated", "the backup ends too early: it was cut, or never written to its end")
        case .damaged: ("damaged", "the backup is damaged")
        case .file(.alreadyExists):
            ("alreadyExists", "there is something at the place of the backup")
        case .file(let error): ("backupFile", "the backup can't be written: \(error.reason)")
        case .unreadable(let error): ("backupFile", "the backup can't be read: \(error.reason)")
        case .store(let error): error.explanation
        }
    }
}

extension StoreError {
    /// Why a file that is not the store's own could not be used.
    fileprivate init(file error: FileError) {
        self =
            switch error {
            case .absent: .unavailable(code: Self.noSuchFile)
            case .exists: .alreadyExists
            case .refused(let error): error
            }
    }
}
