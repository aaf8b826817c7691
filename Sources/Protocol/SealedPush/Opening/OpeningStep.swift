// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the opening machine asks of its shell, or how it ends.
package enum OpeningStep: Hashable, Sendable {
    /// Look this prekey up: answer `prekeyFound`, `prekeyUsed` or `prekeyUnknown`.
    case loadPrekey(PrekeyRecord.ID)
    /// Look up the contact of this identity, 32 bytes: answer `contactLoaded` or `senderRefused`.
    case loadContact(sender: [UInt8])
    /// Clear the claim at this claim key: answer `cleared`.
    case clear(ClaimPlace)
    /// Claim this place, atomically across processes: answer `claimed`, `claimFound` or
    /// `claimImpossible`.
    case claim(Claim, at: ClaimPlace)
    /// Erase this prekey's private half for ever: answer `erased`.
    case erase(PrekeyRecord.ID)
    /// Apply these statements, and look up the contact of this identity anew: answer
    /// `statementsApplied`.
    case apply([Statement], sender: [UInt8])
    /// Find what to call the sender: answer `nameLoaded`.
    case loadName(sender: [UInt8], code: String?, selfDeclared: String?)
    /// Hand this over; the machine has ended.
    case deliver(OpenedMessage)
    /// Show the placeholder; the machine has ended.
    case refuse(OpeningError)
}

extension OpeningStep: Redacted {
    /// What is asked for; codes, names and content are never printed.
    package var description: String {
        switch self {
        case .loadPrekey(let id): "loadPrekey(\(id))"
        case .loadContact: "loadContact"
        case .clear: "clear"
        case .claim(let claim, _): "claim(\(claim))"
        case .erase(let id): "erase(\(id))"
        case .apply(let statements, _): "apply(\(statements.count))"
        case .loadName: "loadName"
        case .deliver: "deliver"
        case .refuse(let error): "refuse(\(error))"
        }
    }
}

/// Where the opening machine stands: what it waits for, with what it knows by then.
enum OpeningState: Sendable {
    case idle
    case awaitingPrekey(Envelope)
    case awaitingErasureToRefuse(OpeningError)
    case awaitingContact(SealedParts, PlaintextFields)
    case awaitingContactOfClaim(Claimed)
    case awaitingClearing
    case awaitingClaim(Claimed, ContactStatus?, Envelope)
    case awaitingErasure(Claimed, ContactStatus?)
    case awaitingStatements(Claimed, Payload)
    case awaitingName(Claimed, ContactStatus?, Payload)

    /// A message that is claimed, or about to be.
    struct Claimed: Sendable {
        var status: OpenedMessage.Status
        let messageID: MessageID?
        let place: ClaimPlace
        let claim: Claim
        /// The claim's content, read; nil until then for a claim that another run left.
        var payload: Payload?
    }
}
