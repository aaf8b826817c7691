// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension CommandError {
    init(_ error: SealingError) {
        switch error {
        case .contentTooLarge(let needed, let available):
            self.init(
                .notSealed,
                name: "contentTooLarge",
                "the payload has \(needed) bytes, and there is room for \(available)",
                hint: "shorten it, or let --shorten body do so"
            )
        case .placeholderTooLarge(let needed, let available):
            self.init(
                .notSealed,
                name: "placeholderTooLarge",
                "the placeholder brings what is around the envelope to \(needed) bytes of"
                    + " \(available)"
            )
        case .cannotShorten(let needed, let available):
            self.init(
                .notSealed,
                name: "cannotShorten",
                "the payload has \(needed) bytes, and the fields that may be shortened can't"
                    + " bring it to \(available)"
            )
        case .emptyPlaceholder:
            self.init(
                .notSealed,
                name: "emptyPlaceholder",
                "the placeholder is empty, and the system shows no alert without a text"
            )
        case .reservedKey:
            self.init(
                .notSealed,
                name: "reservedKey",
                "the payload has a member 'sealedpush', which only options set"
            )
        case .tooManyAttachments:
            self.init(
                .notSealed,
                name: "tooManyAttachments",
                "a message refers to 10 attachments at the most"
            )
        case .attachmentsTooLarge:
            self.init(
                .notSealed,
                name: "attachmentsTooLarge",
                "the attachments have more than 64 MB together, which no device fetches",
                hint: "send some of them with another message"
            )
        case .noPrekey:
            self = .refused("noPrekey", "the bundle has no prekey that serves")
        case .prekeyNotYetValid:
            self = .refused(
                "prekeyNotYetValid",
                "the prekey may not be used yet",
                "check both clocks"
            )
        case .prekeyExpired:
            self = .refused("prekeyExpired", "the prekey has ended")
        case .prekeyRevoked:
            self = .refused("prekeyRevoked", "the device has revoked the prekey")
        case .prekeyRolledBack:
            self = .refused("prekeyRolledBack", "the bundle is older than one that was seen before")
        case .prekeyContradicted:
            self = .refused(
                "prekeyContradicted",
                "the bundle contradicts one that was seen before",
                "ask the device's owner, on another way, for a new bundle"
            )
        case .suiteDowngraded:
            self = .refused(
                "suiteDowngraded",
                "the bundle is weaker than what the device offers",
                "--suite allows a weaker one"
            )
        case .suiteNotOffered:
            self = .refused("suiteNotOffered", "the bundle has no prekey of this suite")
        case .deviceRetired:
            self = .refused(
                "deviceRetired",
                "the device was retired, or removed from the recipient",
                "a device that is back in use needs an identity of its own: 'device init' in a new"
                    + " store"
            )
        case .newDevice:
            self = .refused(
                "newDevice",
                "the recipient is known by another device",
                "make sure that the new one is theirs, then 'sealedpush recipient confirm'"
            )
        case .tooManyDevices:
            self = .refused(
                "tooManyDevices",
                "the recipient has as many devices as a sender keeps",
                "'sealedpush recipient remove' makes room, of 256 in all"
            )
        case .keyRefused:
            self = .refused("keyRefused", "the prekey was refused")
        case .memoryUnavailable:
            self.init(
                .storeUnusable,
                name: "memoryUnavailable",
                "the store can't remember what was sealed, so nothing was sealed"
            )
        }
    }

    /// A bundle that may not be sealed to.
    private static func refused(
        _ name: String,
        _ message: String,
        _ hint: String = "ask for a new bundle ('sealedpush device bundle')"
    ) -> CommandError {
        CommandError(.notSealed, name: name, message, hint: hint)
    }
}
