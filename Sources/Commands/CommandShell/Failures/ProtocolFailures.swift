// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

extension OpeningError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .unknownPrekey: .notForThisDevice
        case .prekeyUsed, .prekeyExpired, .expired, .replayed:
            .replayedOrExpired
        case .senderNotAccepted: .senderNotAccepted
        case .malformedPayload, .notSealed, .malformedEnvelope, .unknownVersion, .cannotOpen,
            .malformedMessage, .wrongSignature:
            .notAuthentic
        }
    }

    package var hint: String? {
        switch self {
        case .malformedPayload: "pass the whole JSON of the push"
        case .malformedEnvelope: "it was cut or altered on the way"
        case .unknownVersion: "install a newer 'sealedpush' on this device"
        case .unknownPrekey:
            "if it should be, give the sender a new bundle ('sealedpush device bundle')"
        case .prekeyUsed: "give the sender a new bundle"
        case .prekeyExpired:
            "check this device's clock; if it is right, give the sender a new bundle"
        case .cannotOpen: "it was altered on the way, or sealed for another topic or kind of push"
        case .malformedMessage: "ask the sender to update its software"
        case .senderNotAccepted:
            "'sealedpush contact add' makes a contact of a sender whom you know, 'contact unblock'"
                + " shows a blocked one again; a revoked one needs a new identity"
        case .expired: "check this device's clock"
        case .notSealed, .wrongSignature, .replayed: nil
        }
    }
}

extension SealingError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .memoryUnavailable: .storeUnusable
        case .json, .notAnObject, .noAps, .topicNotAString: .notAuthentic
        default: .notSealed
        }
    }

    package var hint: String? {
        switch self {
        case .contentTooLarge: "shorten it, or let --shorten body do so"
        case .placeholderRefused(let needed): needed == nil ? nil : "shorten --placeholder"
        case .attachmentsTooLarge: "send some of them with another message"
        case .noPrekey, .prekeyRolledBack:
            "ask for a new bundle ('sealedpush device bundle')"
        case .prekeyNotYetValid: "check both clocks"
        case .prekeyContradicted:
            "ask the device's owner, on another way, for a new bundle"
        case .deviceRetired:
            "a device that is back in use needs an identity of its own: 'device init' in a new"
                + " store"
        case .newDevice:
            "it is a further one, or the store was restored: make sure that it is theirs, then"
                + " 'sealedpush recipient confirm'"
        case .tooManyDevices:
            "'sealedpush recipient confirm' adds the device all the same, and 'recipient remove' makes room"
        case .memoryUnavailable(.damaged):
            "it is damaged: 'sealedpush recipient confirm' makes up for it"
        case .memoryUnavailable: "see that the store is yours, and on a disk that can be written"
        case .json(let error): error.remedy
        case .notAnObject, .noAps, .topicNotAString, .reservedKey: nil
        }
    }
}

extension AttachmentError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .tooLarge, .empty: .notSealed
        case .storageUnavailable: .failure
        default: .notAuthentic
        }
    }

    package var hint: String? {
        switch self {
        case .malformedReference: "'sealedpush attachment seal' prints references"
        case .tooLarge: "10 files a message: 5 MB of sound, 10 MB of picture, 50 MB of film"
        case .empty: "a sound, picture or film has at least a byte"
        case .wrongFile: "it was cut or changed; a reference is of one encrypted file"
        case .malformedFile: "the reference belongs to another file, or is damaged"
        default: nil
        }
    }
}

extension OuterPayloadError: CommandFailure {
    package var status: ExitStatus { .notAuthentic }
}

extension WireError: CommandFailure {
    package var status: ExitStatus { .notAuthentic }

    package var hint: String? {
        switch self {
        case .malformed, .wrongCheck: "copy it again, all of it"
        default: nil
        }
    }
}

extension SubscriptionError.Reason: CommandFailure {
    package var hint: String? {
        switch self {
        case .unreadable(let error): error.hint
        case .wrongSender, .wrongRecipient, .wrongTopic:
            "give the app this sender's text and the recipient's code, and have it sign anew"
        }
    }
}
