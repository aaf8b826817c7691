// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a message was not sealed; no case holds content or a key.
@nonexhaustive
public enum SealingError: Error, Hashable {
    /// The content is larger than the largest envelope takes with this padding, also after the
    /// fields that may be shortened were; both in bytes of content.
    case contentTooLarge(needed: Int, available: Int)
    /// The placeholder has no text (nil), or needs this many bytes around the envelope, of at most
    /// 256.
    case placeholderRefused(needed: Int?)
    /// The payload already has the member `sealedpush`, which only options set.
    case reservedKey
    /// The attachments are more than 10, or have more than 67,108,864 bytes together.
    case attachmentsTooLarge
    /// No prekey of the bundle serves: each was used, has expired or was revoked. A newer bundle is
    /// needed.
    case noPrekey
    /// No prekey serves yet: the sender's clock or the device's was wrong.
    case prekeyNotYetValid
    /// The reusable prekey is older than one that this sender has seen.
    case prekeyRolledBack
    /// The device, or an attacker with its identity, has signed two reusable prekeys of one epoch.
    case prekeyContradicted
    /// The device was retired, or removed from the recipient: nothing is ever sealed to it again.
    case deviceRetired
    /// The recipient is known by other devices: this one has to be confirmed first.
    case newDevice
    /// The recipient has as many devices as a sender keeps.
    case tooManyDevices
    /// The sender's memory of pins and used prekeys failed, so nothing may be sealed (S-6).
    case memoryUnavailable
}
