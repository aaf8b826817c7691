// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a device writes down before it shows a message, so that no crash loses it and no repeat
/// shows it twice.
package struct Claim: Hashable, Sendable {
    /// The envelope it came in.
    package let envelopeHash: EnvelopeHash
    /// The moment after which a repeat of the envelope is refused for its age.
    package let expiry: Timestamp
    /// The sender's identity, 32 bytes.
    package let sender: [UInt8]
    /// The opened content.
    package let content: [UInt8]
    /// When the sender made the message.
    package let created: Timestamp
    /// What the system calls the message's notification, 1 to 64 bytes of UTF-8, where the device
    /// knows it.
    package var identifier: String?

    /// Takes the parts of a claim.
    package init(
        envelopeHash: EnvelopeHash,
        expiry: Timestamp,
        sender: [UInt8],
        content: [UInt8],
        created: Timestamp,
        identifier: String? = nil
    ) {
        self.envelopeHash = envelopeHash
        self.expiry = expiry
        self.sender = sender
        self.content = content
        self.created = created
        self.identifier = identifier
    }
}

extension Claim: Redacted {
    /// Which envelope it is of; nothing of the content is ever printed.
    package var description: String { "Claim(\(envelopeHash))" }
}

/// Where a claim stands: once per one-time prekey, once per envelope under a reusable one.
package struct ClaimPlace: Hashable, Sendable {
    /// The prekey that the message was sealed to.
    package let prekeyID: PrekeyRecord.ID
    /// The envelope, or nil for the single place of a one-time prekey.
    package let envelope: EnvelopeHash?

    /// Takes a place.
    package init(prekeyID: PrekeyRecord.ID, envelope: EnvelopeHash?) {
        self.prekeyID = prekeyID
        self.envelope = envelope
    }
}

/// What a claim's place holds.
package enum ClaimState: Hashable, Sendable {
    /// A message that was claimed and perhaps not handed over: its content.
    case held(Claim)
    /// The mark of a message that was handed over.
    case handedOver(EnvelopeHash)
}
