// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushStore

/// Why key management can't do what it was asked; no case holds a key.
@nonexhaustive
public enum KeyError: Error, Hashable {
    /// The record store refused; see there what each answer means.
    case store(StoreError)
    /// The store has no device identity.
    case noDevice
    /// The record of the device's identity is damaged, or was removed: without it no prekey serves.
    case deviceDamaged
    /// The record of a sender's keys is damaged, or one that a succession names was removed.
    case senderDamaged
    /// The store has no sender identity of this name.
    case noSender
    /// The sender's identity was revoked: nothing is signed with it any more, and nothing comes after it.
    case senderRevoked
    /// A sender's name is empty, has more than 64 bytes, or a control character or line break.
    case senderNameRefused
    /// A device link is offered by a device to itself, or is offered to another device than this one.
    case wrongDevice
    /// The store keeps no retirement of this device.
    case noRetirement
    /// The store already has an identity of this kind; another is never made beside it.
    case identityExists
    /// More one-time prekeys were asked for than a bundle holds.
    case tooManyPrekeys(limit: Int)
    /// The bundle is another device's.
    case otherDevice
    /// The cryptographic library refused a key that the store holds.
    case unusableKey
}
