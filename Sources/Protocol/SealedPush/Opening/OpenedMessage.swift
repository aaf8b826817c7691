// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a device calls a sender, and why.
package struct ResolvedSender: Hashable, Sendable {
    /// The rule that gave the name.
    package enum Source: String, CaseIterable, Hashable, Sendable {
        /// The contact of this identity and this code.
        case contactCode
        /// The contact of this identity.
        case contact
        /// What the sender calls itself: anyone may call himself anything.
        case selfDeclared
        /// Nothing is known: the neutral label.
        case label
    }

    /// The name to show.
    package let name: String
    /// The rule that gave it.
    package let source: Source

    /// The contact's name for the identity itself; nil if there is none.
    ///
    /// The same as ``name`` if ``source`` is ``Source/contact``.
    package let identityName: String?

    /// Takes a name and its rule.
    package init(name: String, source: Source, identityName: String? = nil) {
        self.name = name
        self.source = source
        self.identityName = source == .contact ? name : identityName
    }
}

extension ResolvedSender: Redacted {
    /// The rule that gave the name; the name is never printed.
    package var description: String { "ResolvedSender by \(source)" }
}

/// A message that passed every check and was claimed: what a device may show.
package struct OpenedMessage: Hashable, Sendable {
    /// Whether it is the first time that its content leaves the machine.
    package enum Status: String, Hashable, Sendable {
        /// It was never handed over: it may alert.
        case new
        /// An earlier run claimed it and may have shown it: it is handed over quietly.
        case recovered
    }

    /// Whether it is new.
    package let status: Status
    /// The message id of its envelope; nil if only the claim was found.
    package let messageID: MessageID?
    /// Where its claim stands, to be emptied once it is handed over.
    package let place: ClaimPlace
    /// What is claimed.
    package let claim: Claim
    /// The sender's contact, or nil for an unknown sender.
    package let contactStatus: ContactStatus?
    /// What to call the sender.
    package let sender: ResolvedSender
    /// The content.
    package let payload: Payload

    /// Takes the parts of a message that a machine opened, or that its claim kept.
    package init(
        status: Status,
        messageID: MessageID?,
        place: ClaimPlace,
        claim: Claim,
        contactStatus: ContactStatus?,
        sender: ResolvedSender,
        payload: Payload
    ) {
        self.status = status
        self.messageID = messageID
        self.place = place
        self.claim = claim
        self.contactStatus = contactStatus
        self.sender = sender
        self.payload = payload
    }
}
