// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A name that a person gave to a sender, or to one of the codes that a sender writes for.
///
/// Standing and avatar belong to the identity: all contacts of one identity have the same.
public struct Contact: Hashable, Sendable {
    /// The name as it was typed; nil for an identity that has no name at all.
    public let name: String?
    /// Who signs the messages.
    public let identity: SenderIdentity
    /// For whom the sender writes, where it writes for several; nil for the sender itself.
    public let code: String?
    /// How far the identity is believed, and how much of its messages is shown.
    public let standing: ContactStanding
    /// Whether it is verified, and an identity that it descends from was revoked or contradicted
    /// since.
    ///
    /// Verifying it once more takes that away.
    public let isChangedSinceVerified: Bool
    /// The name of the file with its picture, in a folder of the app; nil where there is none.
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

/// What adding a contact did.
public enum AddOutcome: Hashable, Sendable {
    /// There is a contact that was not there.
    case added
    /// The contact has another name than before.
    case renamed
    /// All was as it is now.
    case unchanged
}

/// The contacts of a store.
public struct ContactListing: Hashable, Sendable {
    /// The contacts that could be read, by name, then by code.
    public let contacts: [Contact]
    /// Why other records could not be read: they never hide the good ones.
    public let failures: [ContactError]
}
