// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How far a device believes that a sender is who the contact says.
public enum ContactTrust: String, CaseIterable, Hashable, Sendable {
    /// Added, but its safety number was not compared.
    case unverified
    /// Its safety number was compared.
    case verified
    /// Another identity has turned up for the same person.
    case changed
    /// Its messages are not shown.
    case blocked
}

/// How much of a sender's messages a device shows.
public enum PreviewPolicy: String, CaseIterable, Hashable, Sendable {
    /// Everything.
    case full
    /// Who sent it, and nothing of what.
    case senderOnly
    /// Neither.
    case hidden
}

/// For whom a contact may speak.
public enum ContactKind: String, CaseIterable, Hashable, Sendable {
    /// Somebody who speaks in their own name only.
    case person
    /// A server that the user or the app trusts to name its own users, such as the app's chat
    /// server.
    case service
}

/// What a device decided about one sender's identity, in one record.
public struct ContactStanding: Hashable, Sendable {
    /// How far it is believed.
    public var trust: ContactTrust
    /// How much is shown.
    public var preview: PreviewPolicy
    /// Whether the sender itself has revoked the identity: its messages are not shown, whatever the trust.
    ///
    /// Only a revocation says so, and nothing takes it back.
    public var isRevoked: Bool
    /// For whom it may speak.
    public var kind: ContactKind
    /// Whether the identity succeeds one that was verified, and nobody has confirmed it since.
    ///
    /// A thief of the earlier key can sign a succession, so its messages carry a warning.
    public var isUnconfirmed: Bool

    /// Takes a standing; a new contact is unverified, shown in full and not revoked.
    public init(
        trust: ContactTrust = .unverified,
        preview: PreviewPolicy = .full,
        isRevoked: Bool = false,
        kind: ContactKind = .person,
        isUnconfirmed: Bool = false
    ) {
        self.trust = trust
        self.preview = preview
        self.isRevoked = isRevoked
        self.kind = kind
        self.isUnconfirmed = isUnconfirmed
    }

    /// Whether the screen warns of the sender: another identity has turned up, or a successor is
    /// not confirmed yet.
    public var needsCheck: Bool { trust == .changed || isUnconfirmed }

    /// Whether messages are kept from the user: blocked by him, or revoked by the sender.
    public var isSilenced: Bool { trust == .blocked || isRevoked }
}

/// What happens to messages of senders that are no contact.
public enum UnknownSenderPolicy: Hashable, Sendable {
    /// They are shown, marked, and reduced to text.
    case showUnverified
    /// They are refused.
    case refuse
}
