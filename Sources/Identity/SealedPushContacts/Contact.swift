// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A name that the user gave to a sender, or to one of its codes.
///
/// All contacts of one identity have the same status and picture.
public struct Contact: Hashable, Sendable {
    /// The name as it was typed; nil for an identity without a name.
    public let name: String?
    /// The identity that signs the messages.
    public let identity: SenderIdentity
    /// The code of the person that the sender writes for; nil for the sender itself.
    public let code: String?
    /// The trust in the identity, and its preview policy.
    public let status: ContactStatus
    /// The identity that was taken as its successor; nil if none was.
    public let successor: SenderIdentity?
    /// The name of the file with its picture, in a folder of the app; nil if there is none.
    public let avatar: String?

    /// The most bytes of UTF-8 in a name.
    public static let maximumNameCount = 128
    /// The most bytes of UTF-8 in a code.
    public static let maximumCodeCount = 64
    /// The most bytes of UTF-8 in the name of an avatar's file.
    public static let maximumAvatarCount = 128
}

extension Contact: Redacted {}

/// An identity that a succession named after a contact, and that was not taken.
///
/// Its messages are labelled; ``ContactBook/verify(_:by:device:)`` and ``ContactBook/take(_:)`` make
/// it a contact.
public struct ContactCandidate: Hashable, Sendable {
    /// The identity that signs the messages.
    public let identity: SenderIdentity
    /// The contact after which it was named.
    public let contact: SenderIdentity
    /// The status that counts for its messages; blocked if a person blocked it or its contact.
    public let status: ContactStatus
    /// The contact's name for the identity itself, or else one of those of its codes.
    public let name: String?
}

extension ContactCandidate: Redacted {}

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
    /// The candidates that could be read, by their contacts; none that was removed.
    public let candidates: [ContactCandidate]
    /// An error for each record that could not be read.
    public let failures: [ContactError]
}
