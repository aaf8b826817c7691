// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushStore

extension CommandError {
    init(_ error: StoreError) {
        let (name, message, hint) = Self.explanation(of: error)
        self.init(.storeUnusable, name: name, message, hint: hint)
    }

    private static func explanation(of error: StoreError) -> (String, String, hint: String?) {
        switch error {
        case .empty:
            (
                "empty", "there is no store at this place",
                "'sealedpush device init' or 'sealedpush sender init' makes one"
            )
        case .alreadyExists:
            ("alreadyExists", "there is something else at this place", "choose another folder")
        case .unavailable(let code):
            (
                "unavailable", "the store or its key can't be used: \(SystemReason.words(code))",
                "check that the folder and the key are there, yours, and on a disk that can be written"
            )
        case .locked:
            (
                "locked",
                "the device is locked, and the store's access class keeps its key until"
                    + " it is unlocked",
                "what arrives is parked until it is unlocked ('sealedpush open --parked')"
            )
        case .wrongKey:
            ("wrongKey", "this is not the key or the passphrase of the store", nil)
        case .otherKeyKind:
            ("otherKeyKind", "the store was made with another kind of key", nil)
        case .orphaned:
            (
                "orphaned",
                "the key file in the store's folder is gone, and with it what the"
                    + " store held", "put the file 'key' back if there is a copy of it"
            )
        case .credentialMissing:
            (
                "credentialMissing", "the service manager gave no credential of this name",
                "it needs a file of 32 random bytes, in systemd by LoadCredential="
            )
        case .corrupted:
            (
                "corrupted", "the store is damaged",
                "put the files back as they were, or restore a backup of senders and contacts"
            )
        case .foldersMissing(let folders):
            (
                "foldersMissing",
                "folders of the store are missing: \(folders.names.joined(separator: ", "))",
                folders.names.contains("epochs")
                    ? "put them back; 'epochs' was not empty, and is not to be made anew"
                    : "put them back; those that were empty 'mkdir -m 700' makes again"
            )
        case .tooNew(let version):
            (
                "tooNew", "the store was made by a later version, in format \(version)",
                "use that version"
            )
        case .emptyPassphrase:
            ("emptyPassphrase", "the passphrase is empty", nil)
        case .symbolicLink:
            ("symbolicLink", "a symbolic link stands in the place of a file of the store", nil)
        case .unexpectedKind:
            ("unexpectedKind", "a file or folder of the store is not what it should be", nil)
        case .foreignOwner:
            ("foreignOwner", "a file or folder of the store belongs to another user", nil)
        case .unsafePermissions:
            (
                "unsafePermissions", "a file or folder of the store is open to other users",
                "if it is the right folder, 'chmod -R go=' on it and on the key closes them"
            )
        case .recordTooLarge:
            ("recordTooLarge", "a record is too large for the store", nil)
        case .outOfSpace:
            ("outOfSpace", "the disk is full", nil)
        case .inputOutput(let code):
            ("inputOutput", "the store can't be read or written: \(SystemReason.words(code))", nil)
        }
    }
}
