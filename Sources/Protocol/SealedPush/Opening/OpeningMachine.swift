// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Opens messages one after the other by asking for what it needs: it does no I/O and reads no
/// clock.
///
/// It runs the pseudocode of M-38 from the parsed envelope on, line 8; the lines that comments name
/// are those. Nothing of a message's content leaves before its claim (M-39), and nothing that fails
/// before the claim claims or erases anything.
///
///     var machine = OpeningMachine(topic: topic, unknownSenders: .showUnverified)
///     var step = machine.start(try Envelope(text: text), now: now)
///     // answer each step until it is `.deliver` or `.refuse`
///
/// An answer that was not asked for is a caller's bug and stops the program.
package struct OpeningMachine: ~Copyable, Sendable {
    private let topic: Topic
    private let unknownSenders: ContactStatus.UnknownSenderPolicy
    private var arena = SecretArena()
    private var plaintext = SecretBytes(count: EnvelopeLayout.maximumCount)
    private var state = OpeningState.idle
    /// The line of M-38 at which the machine stands, or of section 1 of `storage.md`: once it has
    /// ended, the line that decided.
    package private(set) var line = 0
    private var kind = Payload.PushKind.alert
    private var now = Timestamp(clamping: 0)
    /// The earlier of arrival and now, for age and expiry.
    private var earlier = Timestamp(clamping: 0)

    /// Makes a machine for the app whose bundle id is `topic`.
    package init(topic: Topic, unknownSenders: ContactStatus.UnknownSenderPolicy = .showUnverified)
    {
        self.topic = topic
        self.unknownSenders = unknownSenders
    }

    /// Begins with an envelope, line 8; whatever was under way is forgotten.
    ///
    /// `kind` is what the system delivered it as: a message opens as what it was sealed for (M-25).
    ///
    /// `arrival` is when a deferred message arrived; nil stands for now. The clock may have been
    /// wrong then or be wrong now, so a message is refused for its own time only if it fails by
    /// both.
    package mutating func start(
        _ envelope: Envelope,
        kind: Payload.PushKind = .alert,
        now: Timestamp,
        arrival: Timestamp? = nil
    ) -> OpeningStep {
        forget()
        self.kind = kind
        self.now = now
        earlier = min(arrival ?? now, now)
        line = 8
        state = .awaitingPrekey(envelope)
        return .loadPrekey(envelope.prekeyID)
    }

    /// Answers `loadPrekey`: there is no such prekey.
    package mutating func prekeyUnknown() -> OpeningStep {
        guard case .awaitingPrekey = state else { unexpected() }
        return refuse(.unknownPrekey, at: 10)
    }

    /// Answers `loadPrekey`: it was a one-time prekey, and this is what is at its claim key (lines
    /// 11 to 14).
    package mutating func prekeyUsed(_ found: ClaimState) -> OpeningStep {
        guard case .awaitingPrekey(let envelope) = state else { unexpected() }
        let place = ClaimPlace(prekeyID: envelope.prekeyID, envelope: nil)
        switch Self.recoverable(found, envelope: envelope) {
        case .success(let claim):
            line = 14
            state = .awaitingContactOfClaim(
                OpeningState.Claimed(
                    status: .recovered,
                    messageID: envelope.messageID,
                    place: place,
                    claim: claim
                )
            )
            return .loadContact(sender: claim.sender)
        case .failure(let error):
            return refuse(error, at: error == .prekeyUsed ? 11 : 12)
        }
    }

    /// Answers `loadPrekey` with the prekey, which its id alone found: lines 15 to 19.
    ///
    /// Its not_before is not looked at.
    package mutating func prekeyFound(_ prekey: borrowing DevicePrekey) -> OpeningStep {
        guard case .awaitingPrekey(let envelope) = state else { unexpected() }
        guard prekey.record.id == envelope.prekeyID else { return refuse(.unknownPrekey, at: 10) }
        guard !prekey.isOverAge(at: earlier), now <= DevicePrekey.endOfWaiting(of: prekey.record)
        else { return refuse(.prekeyExpired, at: 15) }
        do {
            let sealed = SealedParts(
                envelope: envelope,
                record: prekey.record,
                topic: topic,
                kind: kind
            )
            try sealed.open(with: prekey, into: &plaintext, using: &arena)
            let fields = try plaintext.withBytes { bytes throws(OpeningRefusal) in
                try PlaintextFields(reading: bytes.extracting(first: sealed.plaintextCount))
            }
            line = 20
            state = .awaitingContact(sealed, fields)
            return .loadContact(sender: fields.sender)
        } catch {
            return refuse(error.error, at: error.line)
        }
    }

    /// Answers `loadContact`, with nil for an unknown sender: lines 13 and 14, or 20 to 24.
    ///
    /// `isRevoked` says whether the identity was revoked, contact or not.
    package mutating func contactLoaded(
        _ contact: ContactStatus?,
        isRevoked: Bool
    ) -> OpeningStep {
        guard contact != nil || unknownSenders == .showUnverified else { return senderRefused() }
        let isSilenced = isRevoked || contact?.isSilenced == true
        switch state {
        case .awaitingContact(let sealed, let fields):
            do {
                try check(sealed, fields, isContact: contact != nil, isSilenced: isSilenced)
            } catch {
                return refuse(error.error, at: error.line)
            }
            return askForClaim(sealed, fields, contact: contact)
        case .awaitingContactOfClaim(let claimed):
            guard !isSilenced else { return senderRefused() }
            // Also if the private half is gone: its erasure by another run may not be durable yet.
            return proceed(with: claimed, contact: contact)
        default:
            unexpected()
        }
    }

    /// Whether the contact that is asked for decides about a message that is not yet claimed: line
    /// 20, and not line 13.
    package var isBeforeClaim: Bool { if case .awaitingContact = state { true } else { false } }

    /// Answers `loadContact`: nothing of this sender is accepted; a claim of its message is cleared
    /// (line 13).
    package mutating func senderRefused() -> OpeningStep {
        switch state {
        case .awaitingContact:
            return refuse(.senderNotAccepted, at: 20)
        case .awaitingContactOfClaim(let claimed):
            line = 13
            state = .awaitingClearing
            return .clear(claimed.place)
        default:
            unexpected()
        }
    }

    /// Answers `clear`.
    package mutating func cleared() -> OpeningStep {
        guard case .awaitingClearing = state else { unexpected() }
        return refuse(.senderNotAccepted, at: line)
    }

    /// Answers `claim`: this run is the first (line 29).
    ///
    /// `prekeyIsHeld` says whether the private half of a reusable prekey is still there, looked up
    /// after the claim was won; it does not matter for a one-time prekey, which another run may
    /// have erased by now. A reusable one that is gone was erased while this run slept, and the
    /// tombstone of an earlier hand-over may be gone, too: the message is handed over quietly.
    package mutating func claimed(prekeyIsHeld: Bool) -> OpeningStep {
        guard case .awaitingClaim(var claimed, let contact, _) = state else { unexpected() }
        line = 29
        if !prekeyIsHeld, claimed.place.envelope != nil { claimed.status = .recovered }
        return proceed(with: claimed, contact: contact)
    }

    /// Answers `claim`: another run was first, and this is what it left (lines 30 to 33).
    package mutating func claimFound(_ found: ClaimState) -> OpeningStep {
        guard case .awaitingClaim(let claimed, let contact, let envelope) = state else {
            unexpected()
        }
        switch Self.recoverable(found, envelope: envelope) {
        case .success(let claim):
            line = 33
            // It is of this very envelope, so of this sender and with this content.
            let recovered = OpeningState.Claimed(
                status: .recovered,
                messageID: envelope.messageID,
                place: claimed.place,
                claim: claim
            )
            return proceed(with: recovered, contact: contact)
        case .failure(let error):
            line = error == .prekeyUsed ? 31 : 32
            return refuseFound(at: claimed.place, error)
        }
    }

    /// Answers `claim`: the claim directory is gone (line 28).
    package mutating func claimImpossible() -> OpeningStep {
        guard case .awaitingClaim = state else { unexpected() }
        return refuse(.unknownPrekey, at: 28)
    }

    /// Answers `erase`.
    package mutating func erased() -> OpeningStep {
        switch state {
        case .awaitingErasure(let claimed, let contact):
            return askForStatements(claimed, contact: contact)
        case .awaitingErasureToRefuse(let error):
            return refuse(error, at: line)
        default:
            unexpected()
        }
    }

    /// Answers `apply`: the sender may be a candidate now, or silenced, which ends by line 37.
    package mutating func statementsApplied(
        _ contact: ContactStatus?,
        isRevoked: Bool
    ) -> OpeningStep {
        guard case .awaitingStatements(let claimed, let payload) = state else { unexpected() }
        guard !isRevoked, contact?.isSilenced != true else {
            line = 37
            state = .awaitingClearing
            return .clear(claimed.place)
        }
        return askForName(claimed, contact: contact, payload)
    }

    /// Answers `loadName`: the end.
    package mutating func nameLoaded(_ sender: ResolvedSender) -> OpeningStep {
        guard case .awaitingName(let claimed, let contact, let payload) = state else {
            unexpected()
        }
        forget()
        return .deliver(
            OpenedMessage(
                status: claimed.status,
                messageID: claimed.messageID,
                place: claimed.place,
                claim: claimed.claim,
                contactStatus: contact,
                sender: sender,
                payload: payload
            )
        )
    }

    // MARK: - Line 21 to the claim

    private mutating func check(
        _ sealed: SealedParts,
        _ fields: PlaintextFields,
        isContact: Bool,
        isSilenced: Bool
    ) throws(OpeningRefusal) {
        // A contact's identity was checked when it became one.
        guard isContact || (try? SenderIdentity(reading: fields.sender.span)) != nil else {
            throw OpeningRefusal(.wrongSignature, at: 21)
        }
        let count = sealed.plaintextCount
        let isSigned = plaintext.withBytes { bytes in
            sealed.isSigned(by: fields.sender, plaintext: bytes.extracting(first: count), &arena)
        }
        guard isSigned else { throw OpeningRefusal(.wrongSignature, at: 21) }
        guard !isSilenced else { throw OpeningRefusal(.senderNotAccepted, at: 22) }
        guard earlier <= sealed.expiry(fields).advanced(by: Self.expiryTolerance) else {
            throw OpeningRefusal(.expired, at: 23)
        }
    }

    private mutating func askForClaim(
        _ sealed: SealedParts,
        _ fields: PlaintextFields,
        contact: ContactStatus?
    ) -> OpeningStep {
        let content = plaintext.withBytes { bytes in
            [UInt8](copying: bytes.extracting(fields.contentRange))
        }
        guard let payload = try? Payload(opened: content) else {
            return refuse(.malformedMessage, at: 24)
        }
        let envelope = sealed.envelope
        let hash = envelope.hash
        let claimed = OpeningState.Claimed(
            status: .new,
            messageID: envelope.messageID,
            place: ClaimPlace(
                prekeyID: envelope.prekeyID,
                envelope: sealed.record.terms.class == .oneTime ? nil : hash
            ),
            claim: Claim(
                envelopeHash: hash,
                expiry: sealed.expiry(fields),
                sender: fields.sender,
                content: content,
                created: fields.created
            ),
            payload: payload
        )
        line = 27
        state = .awaitingClaim(claimed, contact, envelope)
        return .claim(claimed.claim, at: claimed.place)
    }

    /// Erases a one-time prekey before anything is handed over (T-5, T-6).
    private mutating func proceed(
        with claimed: OpeningState.Claimed,
        contact: ContactStatus?
    ) -> OpeningStep {
        guard claimed.place.envelope == nil else {
            return askForStatements(claimed, contact: contact)
        }
        state = .awaitingErasure(claimed, contact)
        return .erase(claimed.place.prekeyID)
    }

    /// Behind line 36, before a name is taken (D-13).
    private mutating func askForStatements(
        _ claimed: OpeningState.Claimed,
        contact: ContactStatus?
    ) -> OpeningStep {
        guard let payload = claimed.payload ?? (try? Payload(opened: claimed.claim.content)) else {
            return refuse(.malformedMessage, at: 24)
        }
        let statements = payload.statements
        guard statements.isEmpty else {
            state = .awaitingStatements(claimed, payload)
            return .apply(statements, sender: claimed.claim.sender)
        }
        return askForName(claimed, contact: contact, payload)
    }

    private mutating func askForName(
        _ claimed: OpeningState.Claimed,
        contact: ContactStatus?,
        _ payload: Payload
    ) -> OpeningStep {
        state = .awaitingName(claimed, contact, payload)
        return .loadName(
            sender: claimed.claim.sender,
            code: payload.fields?.from,
            selfDeclared: payload.fields?.name
        )
    }

    /// How late a message may come after its expiry, for clocks that differ.
    static let expiryTolerance: Duration = .minutes(5)

    private static func recoverable(
        _ found: ClaimState,
        envelope: Envelope
    ) -> Result<Claim, OpeningError> {
        let hash = envelope.hash
        switch found {
        case .held(let claim):
            return claim.envelopeHash == hash ? .success(claim) : .failure(.prekeyUsed)
        case .handedOver(let other):
            return .failure(other == hash ? .replayed : .prekeyUsed)
        }
    }

    /// Refuses because a claim key is taken; if it is a one-time prekey's, the run that took it was
    /// stopped before it erased the prekey (lines 31 and 32).
    private mutating func refuseFound(at place: ClaimPlace, _ error: OpeningError) -> OpeningStep {
        guard place.envelope == nil else { return refuse(error, at: line) }
        plaintext.wipe()
        state = .awaitingErasureToRefuse(error)
        return .erase(place.prekeyID)
    }

    private mutating func refuse(_ error: OpeningError, at line: Int) -> OpeningStep {
        forget()
        self.line = line
        return .refuse(error)
    }

    private mutating func forget() {
        state = .idle
        plaintext.wipe()
    }

    private func unexpected() -> Never {
        preconditionFailure("the opening machine did not ask for this")
    }
}
