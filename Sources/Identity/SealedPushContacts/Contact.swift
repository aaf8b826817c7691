// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A name that the user gave to a sender, or to one of its codes.
///
/// All contacts of one identity have the same status and picture.
public struct Contact: Hashable, Sendable {
    /// The name as it was typed; nil for an identity without a name.
    public let name: String?
    /// Who signs the messages.
    public let identity: SenderIdentity
    /// The code of the person that the sender writes for; nil for the sender itself.
    public let code: String?
    /// The trust in the identity, and its preview policy.
    public let status: ContactStatus
    /// Whether the identity is verified, and an earlier identity of the sender was revoked or
    /// contradicted since.
    ///
    /// Verifying the identity once more ends this.
    public let isChangedSinceVerified: Bool
    /// The name of the file with its picture, in a folder of the app; nil if there is none.
    public let avatar: String?

    /// The most bytes of UTF-8 in a name.
    public static let maximumNameCount = 128
    /// The most bytes of UTF-8 in a code.
    public static let maximumCodeCount = 64
    /// The most bytes of UTF-8 in the name of an avatar's file.
    public static let maximumAvatarCount = 128
}

extension Contact: CustomStringConvertible, CustomReflectable {
    /// The type's name; names and codes are never printed.
    public var description: String { "Contact" }

    /// A mirror without children, so that `dump` shows no name either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of adding a contact.
public enum AddOutcome: Hashable, Sendable {
    /// The contact is new.
    case added
    /// The contact was there, and has a new name.
    case renamed
    /// The contact was there under this name.
    case unchanged
}

/// The contacts of a store.
public struct ContactListing: Hashable, Sendable {
    /// The contacts that could be read, by name, then by code.
    public let contacts: [Contact]
    /// An error for each record that could not be read.
    public let failures: [ContactError]
}
