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

/// What a device decided about one sender's identity, in one record.
public struct ContactStanding: Hashable, Sendable {
    /// How far it is believed.
    public var trust: ContactTrust
    /// How much is shown.
    public var preview: PreviewPolicy

    /// Takes a standing; a new contact is unverified and shown in full.
    public init(trust: ContactTrust = .unverified, preview: PreviewPolicy = .full) {
        self.trust = trust
        self.preview = preview
    }
}

/// What happens to messages of senders that are no contact.
public enum UnknownSenderPolicy: Hashable, Sendable {
    /// They are shown, marked, and reduced to text.
    case showUnverified
    /// They are refused.
    case refuse
}
