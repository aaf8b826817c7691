// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// Why a contact or a recipient was refused or not found; no case holds a name or a code.
@nonexhaustive
public enum ContactError: Error, Hashable {
    /// A name has no character that anybody could see.
    case nameEmpty
    /// A name has more than 128 bytes of UTF-8.
    case nameTooLong
    /// A name holds a control character, a line break or one that turns the direction of text.
    case nameRefused
    /// A code has no byte.
    case codeEmpty
    /// A code has more than 64 bytes of UTF-8.
    case codeTooLong
    /// A code holds a control character, a line break or one that turns the direction of text.
    case codeRefused
    /// The code is known under another identity, which is now marked as changed; a blocked one stays blocked.
    ///
    /// Nothing was added. Who is right only a person can tell; see ``ContactBook/add(name:identity:code:)``.
    case identityChanged
    /// An entry of a file would rename a known identity, or give it a further name; see
    /// ``ContactBook/add(_:keepsTrust:renames:)``.
    case wouldRename
    /// The identity is no contact.
    case unknownContact
    /// The safety number is not that of this contact and this device; nothing was changed.
    ///
    /// Somebody mistyped, or one of the two holds a key that is not the other's.
    case numberMismatch
    /// A blocked contact can't be verified before it is unblocked.
    case contactBlocked
    /// The name of an avatar's file is empty, has more than 128 bytes, a control character or a `/`, or begins with a point.
    case avatarRefused
    /// Two successions lead from one identity to different ones: none is followed, and that
    /// identity and all that descend from it are changed; see ``ContactBook/follow(_:)``.
    case successionConflict
    /// The identity was revoked by its owner: it has no successor and is nobody's.
    case identityRevoked
    /// A bundle's file is larger than any bundle.
    case bundleTooLarge
    /// A bundle's file does not hold the text of a bundle.
    case bundleRefused(WireError)
    /// Two bundles of a recipient are of the same device.
    case repeatedDevice
    /// A bundle has no reusable prekey, so nothing can be sealed to its device.
    case noPrekeys
    /// A recipient has more than 64 devices.
    case tooManyDevices
    /// The store or the folder of bundles could not be used, or a record in it is damaged.
    case store(StoreError)
}
