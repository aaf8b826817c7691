// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a message was not sealed; no case holds content or a key.
@nonexhaustive
public enum SealingError: Error, Hashable {
    /// The content has more bytes than the largest envelope takes in this suite and padding.
    case contentTooLarge(needed: Int, available: Int)
    /// The placeholder leaves too little room for the envelope; both in bytes of the final JSON around it.
    case placeholderTooLarge(needed: Int, available: Int)
    /// The content can't be shortened enough in the fields that were named.
    case cannotShorten(needed: Int, available: Int)
    /// The placeholder has neither a title nor a body.
    case emptyPlaceholder
    /// The payload already has the member `sealedpush`, which only options set.
    case reservedKey
    /// More attachments than a message refers to.
    case tooManyAttachments
    /// The attachments have more bytes together than a device fetches for one message.
    case attachmentsTooLarge
    /// The device has no prekey that serves.
    case noPrekey
    /// The prekey may not be used yet.
    case prekeyNotYetValid
    /// The prekey has ended.
    case prekeyExpired
    /// The prekey's epoch is below the lowest that the device still accepts.
    case prekeyRevoked
    /// The reusable prekey is older than one that this sender has seen.
    case prekeyRolledBack
    /// The device, or someone in its place, has signed two reusable prekeys for one epoch and suite.
    case prekeyContradicted
    /// The prekey's suite is weaker than what the device offers or once offered.
    case suiteDowngraded
    /// The bundle has no prekey of the suite that was asked for.
    case suiteNotOffered
    /// The device was retired, or removed from the recipient: nothing is ever sealed to it again.
    case deviceRetired
    /// The recipient is known by other devices: this one is to be confirmed first.
    case newDevice
    /// The recipient has as many devices as a sender keeps.
    case tooManyDevices
    /// The key agreement refused the prekey.
    case keyRefused
    /// The sender's memory of pins and used prekeys failed, so nothing may be sealed.
    case memoryUnavailable
}
