// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The device's decisions about one sender's identity, in one record.
public struct ContactStatus: Hashable, Sendable {
    /// The trust in the identity.
    public var trust: Trust
    /// The part of the messages that is shown.
    public var preview: PreviewPolicy
    /// True if the sender itself has revoked the identity: its messages are not shown, whatever the
    /// trust.
    ///
    /// Only a revocation says so, and nothing takes it back.
    public var isRevoked: Bool
    /// The kind of the contact.
    public var kind: Kind
    /// True if the identity is only a candidate: a succession named it, and it was not taken.
    ///
    /// A thief of the earlier key can sign a succession, so its messages carry a warning.
    public var isCandidate: Bool

    /// Creates a status; a new contact is unverified, shown in full and not revoked.
    public init(
        trust: Trust = .unverified,
        preview: PreviewPolicy = .full,
        isRevoked: Bool = false,
        kind: Kind = .person,
        isCandidate: Bool = false
    ) {
        self.trust = trust
        self.preview = preview
        self.isRevoked = isRevoked
        self.kind = kind
        self.isCandidate = isCandidate
    }

    /// True if the screen warns of the sender: another identity was seen, or it is a candidate.
    public var needsCheck: Bool { trust == .changed || isCandidate }

    /// True if messages are hidden: the user has blocked the identity, or the sender has revoked
    /// it.
    public var isSilenced: Bool { trust == .blocked || isRevoked }
}

extension ContactStatus {
    /// The trust of a device in a contact's identity (D-1).
    public enum Trust: String, CaseIterable, Hashable, Sendable {
        /// Added, but its safety number was not compared.
        case unverified
        /// Its safety number was compared.
        case verified
        /// Another identity was seen for the same person.
        case changed
        /// Its messages are not shown.
        case blocked
    }

    /// The part of a sender's messages that a device shows.
    public enum PreviewPolicy: String, CaseIterable, Hashable, Sendable {
        /// Everything.
        case full
        /// The sender alone.
        case senderOnly
        /// Neither sender nor content.
        case hidden
    }

    /// The kinds of contact, which differ in the names that they may use.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A person, who may use only their own name.
        case person
        /// A server that the user or the app trusts to name its own users, such as the app's chat
        /// server.
        case service
    }

    /// The policy for messages of senders that are no contact (D-3).
    public enum UnknownSenderPolicy: Hashable, Sendable {
        /// They are shown, marked, and reduced to text.
        case showUnverified
        /// They are refused.
        case refuse
    }
}
