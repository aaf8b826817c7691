// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore

extension StoreError: CommandFailure {
    package var status: ExitStatus { self == .emptyPassphrase ? .usage : .storeUnusable }

    package var hint: String? {
        switch self {
        case .empty: "'sealedpush device init' or 'sealedpush sender init' makes one"
        case .alreadyExists: "choose another folder"
        case .unavailable:
            "check that the store, its key and the folders around both are there, yours, and on a disk"
                + " that can be written"
        case .locked: "what arrives is deferred until it is unlocked ('sealedpush open --deferred')"
        case .orphaned: "put the file 'key' back if there is a copy of it"
        case .credentialMissing:
            "it needs a file of 32 random bytes, in systemd by LoadCredential="
        case .wrongKey:
            "give what the store was made with; a key file that was changed is put back from a copy"
        case .malformedKey: "name another file, or put it back from a copy"
        case .corrupted:
            "put the files back as they were, or restore a backup of senders and contacts"
        case .foldersMissing(let folders):
            folders.names.contains("epochs")
                ? "put them back; 'epochs' was not empty, and is not to be made anew"
                : "put them back; those that were empty 'mkdir -m 700' makes again"
        case .tooNew: "use that version"
        case .tooOld: "make a new store; the earlier one is as it was"
        case .unsafePermissions:
            "if it is the right folder, 'chmod -R go=' on it and on the key closes them"
        case .obstructed:
            "take it out of the folder; 'device maintain' then makes what can be made again"
        case .symbolicLink: "name the folder or the key file that it leads to"
        case .unexpectedKind:
            "a store is a folder, its key a plain file: name another place, or take it away there"
        case .otherKeyKind, .emptyPassphrase, .foreignOwner, .recordTooLarge,
            .outOfSpace, .inputOutput:
            nil
        }
    }
}

extension BackupError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .notABackup, .truncated, .damaged: .notAuthentic
        case .file: .failure
        case .unreadable, .store(.emptyPassphrase): .usage
        case .tooNew, .tooOld, .wrongPassphrase, .store: .storeUnusable
        }
    }

    package var hint: String? {
        switch self {
        case .notABackup: nil
        case .tooNew: "use that version"
        case .tooOld: "make a new store, and back it up"
        case .wrongPassphrase: "a backup has a passphrase of its own, whatever the store's key is"
        case .truncated: "make or fetch it again"
        case .damaged: "nothing was restored; take another copy"
        case .file(.alreadyExists):
            "choose another name: a backup is never written over anything"
        case .file, .unreadable: "see that its folder is there, and that both are yours"
        case .store(let error): error.hint
        }
    }
}
