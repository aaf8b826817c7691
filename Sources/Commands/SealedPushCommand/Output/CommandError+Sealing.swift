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
                "payload too long: \(needed) bytes, limit \(available)",
                hint: "shorten it, or let --shorten body do so"
            )
        case .placeholderRefused(let needed?):
            self.init(
                .notSealed,
                name: "placeholderRefused",
                "placeholder too long: \(needed) bytes around the envelope, limit 256",
                hint: "shorten --placeholder"
            )
        case .placeholderRefused(nil):
            self.init(
                .notSealed,
                name: "placeholderRefused",
                "the placeholder is empty, and the system shows no alert without a text"
            )
        case .reservedKey:
            self.init(
                .notSealed,
                name: "reservedKey",
                "the payload has a member 'sealedpush', which only options set"
            )
        case .attachmentsTooLarge:
            self.init(
                .notSealed,
                name: "attachmentsTooLarge",
                "a message has at most 10 attachments, with 64 MB together",
                hint: "send some of them with another message"
            )
        case .noPrekey:
            self = .refused("noPrekey", "no prekey of the bundle serves")
        case .prekeyNotYetValid:
            self = .refused(
                "prekeyNotYetValid",
                "the prekey may not be used yet",
                "check both clocks"
            )
        case .prekeyRolledBack:
            self = .refused("prekeyRolledBack", "the bundle is older than one that was seen before")
        case .prekeyContradicted:
            self = .refused(
                "prekeyContradicted",
                "the bundle contradicts one that was seen before",
                "ask the device's owner, on another way, for a new bundle"
            )
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
