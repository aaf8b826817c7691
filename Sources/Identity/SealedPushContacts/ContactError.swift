// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// An error of contacts and of directories of devices; no case holds a name or a code.
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

extension ContactError: ExplainedError {
    /// The case, or that of the error inside.
    public var name: String {
        switch self {
        case .bundleTooLarge: "tooLarge"
        case .bundleRefused(let error): error.name
        case .store(let error): error.name
        default: caseName
        }
    }

    /// What is wrong.
    public var message: String {
        switch self {
        case .nameEmpty: "the name is empty, or nothing of it can be seen"
        case .nameTooLong: "the name has more than 128 bytes"
        case .nameRefused: "the name has a control character or a line break"
        case .codeEmpty: "the code is empty"
        case .codeTooLong: "the code has more than 64 bytes"
        case .codeRefused: "the code has a control character or a line break"
        case .identityChanged:
            "the code is known under another identity, which is now marked as changed"
        case .wouldRename:
            "the entry would rename a contact that is there, or give it a further name"
        case .unknownContact: "the identity is no contact"
        case .numberMismatch: "the safety number is another one; nothing was changed"
        case .contactBlocked: "the contact, or the candidate's contact, is blocked"
        case .avatarRefused: "the avatar's file name is refused"
        case .identityRevoked:
            "the identity, its contact or another candidate of that was revoked by its owner"
        case .bundleTooLarge: "the bundle is too large"
        case .bundleRefused(let error): "\(error.message(of: "bundle")) (\(error.name))"
        case .repeatedDevice: "more than one bundle is of the same device (repeatedDevice)"
        case .noPrekeys:
            "the bundle has no reusable prekey, so nothing can be sealed to its device"
        case .tooManyDevices: "the recipient's folder has more than 64 bundles (tooManyDevices)"
        case .store(.corrupted): "the record of a contact is damaged"
        case .store(let error): error.message
        }
    }

    /// What to do about it.
    public var hint: String? {
        switch self {
        case .identityChanged:
            "ask, on another way, who is right: then 'sealedpush contact verify' the old one,"
                + " or 'contact remove' it and add again"
        case .wouldRename: "see that the name is the contact's, then repeat with --rename"
        case .numberMismatch:
            "compare once more, group by group: if it stays wrong, an attacker is between you"
        case .contactBlocked: "'sealedpush contact unblock' first"
        case .identityRevoked:
            "ask, on another way, for the sender's identity: then 'sealedpush contact verify' it if"
                + " it is a candidate, or else 'contact add' it"
        case .bundleRefused(let error): error.hint
        case .repeatedDevice: "the latest bundle of a device is enough"
        case .noPrekeys: "'sealedpush device bundle' makes one"
        case .store(.corrupted):
            "see who is missing in the list: 'sealedpush contact remove' that identity, and once"
                + " more with each --code; add it again, and block it again if it was blocked;"
                + " if none is missing, take out of 'contacts' what is not the store's"
        case .store(let error): error.hint
        case .nameEmpty, .nameTooLong, .nameRefused, .codeEmpty, .codeTooLong, .codeRefused,
            .unknownContact, .avatarRefused, .bundleTooLarge, .tooManyDevices:
            nil
        }
    }
}
