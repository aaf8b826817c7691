// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore

extension CommandError {
    /// The error behind whatever was thrown, or nil for an error of the argument parser.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as StoreError: self.init(error)
        case let error as BackupError: self.init(error)
        case let error as KeyError: self.init(error)
        case let error as ContactError: self.init(error)
        case let error as SealingError: self.init(error)
        case let error as OpeningError: self.init(error)
        case let error as AttachmentError: self.init(error, .notSealed)
        case let error as ReceiverError: self.init(error)
        default: return nil
        }
    }

    init(_ error: KeyError) {
        switch error {
        case .store(let error):
            self.init(error)
        case .noDevice:
            self.init(
                .storeUnusable,
                name: "noDevice",
                "the store has no device identity",
                hint: "make one with 'sealedpush device init'"
            )
        case .deviceDamaged:
            self.init(
                .storeUnusable,
                name: "deviceDamaged",
                "the device's identity is damaged, and no message can be opened without it",
                hint: "put the file in 'device' back; without a copy make a new device in a new"
                    + " store, and hand out its bundle"
            )
        case .senderDamaged:
            self.init(
                .storeUnusable,
                name: "senderDamaged",
                "the keys of a sender are damaged",
                hint: "put the files in 'senders' back, or restore a backup; without either make"
                    + " another sender with 'sealedpush sender init --as <name>'"
            )
        case .noSender:
            self.init(
                .storeUnusable,
                name: "noSender",
                "the store has no sender identity",
                hint: "'sealedpush sender init' makes one; of several, --as names one"
            )
        case .senderRevoked:
            self.init(
                .storeUnusable,
                name: "senderRevoked",
                "the sender's identity was revoked",
                hint: "make another with 'sealedpush sender init --as <name>'"
            )
        case .senderNameRefused:
            self = .usage(
                "a sender's name has 1 to 64 bytes and no control character or line break"
            )
        case .wrongDevice:
            self.init(
                .notAuthentic,
                name: "wrongDevice",
                "the device link is for another device",
                hint:
                    "the old device offers it to the new one's identity, which 'device show' tells"
            )
        case .noRetirement:
            self.init(
                .storeUnusable,
                name: "noRetirement",
                "the store keeps no such retirement",
                hint: "'sealedpush device retire --list' shows those that it keeps"
            )
        case .identityExists:
            self.init(
                .storeUnusable,
                name: "identityExists",
                "the store already has an identity of this kind",
                hint: "another device needs a store of its own, another sender a name ('--as')"
            )
        case .tooManyPrekeys(let limit):
            self = .usage("a bundle holds at most \(limit) one-time prekeys")
        case .otherDevice:
            self.init(
                .notForThisDevice,
                name: "otherDevice",
                "the bundle is another device's"
            )
        case .unusableKey:
            self.init(
                .storeUnusable,
                name: "unusableKey",
                "the store holds a key that can't be used"
            )
        }
    }

    /// One record is damaged, and the rest of the store is not.
    private static func damaged(_ message: String, _ hint: String) -> CommandError {
        CommandError(.storeUnusable, name: "corrupted", message, hint: hint)
    }

    init(_ error: ReceiverError) {
        switch error {
        case .refused(let error): self.init(error)
        case .keys(.store(.corrupted)):
            self = .damaged(
                "the prekey of the message is damaged",
                "'sealedpush device maintain' makes another; then hand out the new bundle"
            )
        case .claims(.corrupted):
            self = .damaged(
                "the claim of a message is damaged",
                "the others are not; 'sealedpush device maintain' clears it"
            )
        case .parking(.corrupted):
            self = .damaged(
                "a parked message is damaged",
                "the others are not; it is removed when it is old"
            )
        case .keys(let error): self.init(error)
        case .contacts(let error): self.init(error)
        case .claims(let error): self.init(error)
        case .parking(let error): self.init(error)
        case .parkingFull:
            self.init(
                .storeUnusable,
                name: "parkingFull",
                "the device is locked and keeps as many messages as it can",
                hint: "once it is unlocked, 'sealedpush open --parked' shows them"
            )
        }
    }
}
