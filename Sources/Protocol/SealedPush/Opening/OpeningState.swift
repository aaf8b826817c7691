// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
