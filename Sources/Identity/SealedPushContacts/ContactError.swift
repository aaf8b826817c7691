// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// An error of contacts; no case holds a name or a code.
@nonexhaustive
public enum ContactError: Error, Hashable {
    /// A name has no visible character: nothing would be left of it on a screen.
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
    /// The code is known under another identity, which is now marked as changed; a blocked one
    /// stays blocked.
    ///
    /// Nothing was added. Only a person can tell which identity is right; see
    /// ``ContactBook/add(name:identity:code:kind:)``.
    case identityChanged
    /// An entry of a file would rename a known identity, or give it a further name; see
    /// ``ContactBook/add(_:keepsTrust:renames:)``.
    case wouldRename
    /// The identity is no contact.
    case unknownContact
    /// The safety number is not that of this contact and this device; nothing was changed.
    ///
    /// It was mistyped, or one of the two sides holds a wrong key of the other.
    case numberMismatch
    /// A contact or candidate that is blocked can't be verified or taken before it is unblocked,
    /// nor can a candidate of a blocked contact.
    case contactBlocked
    /// The name of an avatar's file is empty, has more than 128 bytes, a control character or a
    /// `/`, or begins with a point.
    case avatarRefused
    /// The identity was revoked by its owner; or it is to be taken without a comparison, and its
    /// contact or another candidate of that was revoked.
    case identityRevoked
    /// The store could not be used, or a record in it is damaged.
    case store(StoreError)
}

extension ContactError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .nameEmpty: ("nameEmpty", "the name is empty, or nothing of it can be seen")
        case .nameTooLong: ("nameTooLong", "the name has more than 128 bytes")
        case .nameRefused: ("nameRefused", "the name has a control character or a line break")
        case .codeEmpty: ("codeEmpty", "the code is empty")
        case .codeTooLong: ("codeTooLong", "the code has more than 64 bytes")
        case .codeRefused: ("codeRefused", "the code has a control character or a line break")
        case .identityChanged:
            (
                "identityChanged",
                "the code is known under another identity, which is now marked as changed"
            )
        case .wouldRename:
            (
                "wouldRename",
                "the entry would rename a contact that is there, or give it a further name"
            )
        case .unknownContact: ("unknownContact", "the identity is no contact")
        case .numberMismatch:
            ("numberMismatch", "the safety number is another one; nothing was changed")
        case .contactBlocked:
            ("contactBlocked", "the contact, or the candidate's contact, is blocked")
        case .avatarRefused: ("avatarRefused", "the avatar's file name is refused")
        case .identityRevoked:
            (
                "identityRevoked",
                "the identity, its contact or another candidate of that was revoked by its owner"
            )
        case .store(.corrupted): (StoreError.corrupted.name, "the record of a contact is damaged")
        case .store(let error): error.explanation
        }
    }
}
