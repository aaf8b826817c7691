// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushContacts
import SealedPushStore

extension CommandError {
    init(_ error: ContactError) {
        switch error {
        case .store(.corrupted):
            self.init(
                .storeUnusable,
                name: "corrupted",
                "the record of a contact is damaged",
                hint:
                    "'sealedpush contact remove' who is missing, each code (--code) too, and add again"
            )
        case .store(let error): self.init(error)
        case .identityChanged:
            self.init(
                .senderNotAccepted,
                name: "identityChanged",
                "the code is known under another identity, which is now marked as changed",
                hint:
                    "ask, on another way, who is right: then 'sealedpush contact verify' the old one,"
                    + " or 'contact remove' it and add again"
            )
        case .wouldRename:
            self.init(
                .senderNotAccepted,
                name: "wouldRename",
                "the entry would rename a contact that is there, or give it a further name",
                hint: "see that the name is the contact's, then repeat with --rename"
            )
        case .successionConflict:
            self.init(
                .senderNotAccepted,
                name: "successionConflict",
                "two successions of the identity contradict each other, and none is followed",
                hint: "ask, on another way, which identity is right, and compare its safety number"
            )
        case .identityRevoked:
            self.init(
                .senderNotAccepted,
                name: "identityRevoked",
                "the identity was revoked, so it has no successor and is nobody's",
                hint: "ask, on another way, for the sender's new identity, and add it"
            )
        case .numberMismatch:
            self.init(
                .senderNotAccepted,
                name: "numberMismatch",
                "the safety number is another one; nothing was changed",
                hint:
                    "compare once more, group by group: if it stays wrong, somebody stands between you"
            )
        case .contactBlocked:
            self.init(
                .senderNotAccepted,
                name: "contactBlocked",
                "the contact is blocked",
                hint: "'sealedpush contact unblock' first"
            )
        case .avatarRefused: self = .usage("the avatar's file name is refused")
        case .unknownContact: self = .usage("the identity is no contact")
        case .nameEmpty: self = .usage("the name is empty")
        case .nameTooLong: self = .usage("the name has more than 128 bytes")
        case .nameRefused: self = .usage("the name has a control character or a line break")
        case .codeEmpty: self = .usage("the code is empty")
        case .codeTooLong: self = .usage("the code has more than 64 bytes")
        case .codeRefused: self = .usage("the code has a control character or a line break")
        case .bundleRefused(let error): self.init(error, in: "bundle", .notSealed)
        case .bundleTooLarge:
            self.init(.notSealed, name: "tooLarge", "the bundle is too large")
        case .repeatedDevice:
            self.init(
                .notSealed,
                name: "repeatedDevice",
                "more than one bundle is of the same device (repeatedDevice)",
                hint: "the latest bundle of a device is enough"
            )
        case .noPrekeys:
            self.init(
                .notSealed,
                name: "noPrekeys",
                "the bundle has no reusable prekey, so nothing can be sealed to its device",
                hint: "'sealedpush device bundle' makes one"
            )
        case .tooManyDevices:
            self.init(
                .notSealed,
                name: "tooManyDevices",
                "the recipient's folder has more than 64 bundles (tooManyDevices)"
            )
        }
    }

    /// Why the file of a bundle is no device that can be sealed to; our own store has nothing to do with it.
    init(bundle error: ContactError) {
        guard case .store(let error) = error else {
            self.init(error)
            return
        }
        let name = CommandError(error).name
        self.init(.notSealed, name: name, "the bundle's file can't be read (\(name))")
    }
}
