// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding
package import SealedPushContacts
package import SealedPushKeys
package import SealedPushStore

/// An error of a library as a command takes it: with the end of the command, and a hint.
///
/// A library's error says what is wrong, and no more: its words end up in a server's log as well.
package protocol CommandFailure: ExplainedError {
    /// The end of a command that fails with it: the same in every subcommand.
    var status: ExitStatus { get }
    /// The remedy: in lower case, without a full stop; nil if nothing helps, or the
    /// message says it.
    var hint: String? { get }
}

extension CommandFailure {
    /// A failure that the user cannot help.
    package var status: ExitStatus { .failure }
    /// None.
    package var hint: String? { nil }
}

extension ExitStatus {
    /// The end of a command that fails with an error of a library.
    package init(_ error: any ExplainedError) {
        self = (error as? any CommandFailure)?.status ?? .failure
    }
}

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

extension KeyError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .senderNameRefused, .tooManyPrekeys, .malformedSubscription, .unknownRecipient,
            .severalRecipients, .labelRefused, .labelTaken:
            .usage
        case .senderSilenced, .deviceRemoved, .pairingEnded: .senderNotAccepted
        case .otherDevice: .notForThisDevice
        default: .storeUnusable
        }
    }

    package var hint: String? {
        switch self {
        case .store(let error): error.hint
        case .noDevice: "name the store of a device; 'sealedpush device init' makes one"
        case .deviceDamaged:
            "put the file in 'device' back; without a copy make a new device in a new store, and"
                + " hand out its bundle"
        case .senderDamaged:
            "put the files in 'senders' back, or restore a backup; without either make another"
                + " sender with 'sealedpush sender init --as <name>'"
        case .noSender: "'sealedpush sender init' makes one; of several, --as names one"
        case .senderRevoked: "make another with 'sealedpush sender init --as <name>'"
        case .noRetirement: "'sealedpush device retire --list' shows those that it keeps"
        case .identityExists:
            "'sealedpush device show' and 'sender identity' tell it; another device needs a store of its"
                + " own, another sender a name ('--as')"
        case .senderSilenced:
            "'sealedpush contact unblock' it; of one that was revoked ask for the next identity"
        case .unknownRecipient: "'sealedpush recipient list' shows them"
        case .severalRecipients: "name one by its key, as 'sealedpush recipient list' shows it"
        case .pairingEnded: "run it again for a new code"
        case .deviceRemoved:
            "a phone that is back in use makes a new device, or is a recipient of its own"
        case .senderNameRefused, .tooManyPrekeys, .otherDevice, .unusableKey, .malformedChallenge,
            .malformedSubscription, .labelRefused, .labelTaken:
            nil
        }
    }
}

extension ContactError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .store: .storeUnusable
        case .identityChanged, .wouldRename, .identityRevoked, .numberMismatch,
            .contactBlocked:
            .senderNotAccepted
        case .nameEmpty, .nameTooLong, .nameRefused, .codeEmpty, .codeTooLong, .codeRefused,
            .unknownContact, .avatarRefused:
            .usage
        }
    }

    package var hint: String? {
        switch self {
        case .identityChanged:
            "ask, on another way, who is right: then 'sealedpush contact verify' the old one,"
                + " or 'contact remove' it and add again"
        case .wouldRename: "see that the name is the contact's, then repeat with --rename"
        case .numberMismatch:
            "compare once more, group by group: if it stays wrong, an attacker is between you"
        case .contactBlocked: "'sealedpush contact unblock' first"
        case .identityRevoked:
            "ask, on another way, for the sender's identity: then 'sealedpush contact verify' it if"
                + " it is a candidate, or else 'contact add' it"
        case .store(.corrupted):
            "see who is missing in the list: 'sealedpush contact remove' that identity, and once"
                + " more with each --code; add it again, and block it again if it was blocked;"
                + " if none is missing, take out of 'contacts' what is not the store's"
        case .store(let error): error.hint
        case .nameEmpty, .nameTooLong, .nameRefused, .codeEmpty, .codeTooLong, .codeRefused,
            .unknownContact, .avatarRefused:
            nil
        }
    }
}
