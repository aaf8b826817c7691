// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushContacts
package import SealedPushKeys
import SealedPushStore

extension KeyError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .senderNameRefused, .tooManyPrekeys, .malformedSubscription: .usage
        case .senderSilenced: .senderNotAccepted
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
        case .senderNameRefused, .tooManyPrekeys, .otherDevice, .unusableKey, .malformedChallenge,
            .malformedSubscription:
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
