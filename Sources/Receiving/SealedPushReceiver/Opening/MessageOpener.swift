// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

/// Answers an opening machine from a store until it ends: the shell that does what the machine asks.
struct MessageOpener: Sendable {
    let device: DeviceKeys
    let contacts: ContactBook
    let names: NameResolver
    let claims: ClaimBook
    let unknownSenders: UnknownSenderPolicy
    /// Whether an identity is never accepted, contact or not.
    let refuses: @Sendable (_ identity: [UInt8]) -> Bool

    /// Opens a push; `arrival` is when a deferred message arrived.
    ///
    /// If this run wins the claim it keeps the identifier of the notification, so that a recovered
    /// message is shown under that.
    func open(
        _ push: IncomingPush,
        now: Timestamp,
        arrival: Timestamp?
    ) throws(ReceiverError) -> OpenedMessage {
        let envelope: Envelope
        do throws(OpeningError) {
            envelope = try push.envelope.get()
        } catch {
            throw .refused(error)
        }
        var machine = OpeningMachine(topic: device.topic, unknownSenders: unknownSenders)
        var step = machine.start(envelope, now: now, arrival: arrival)
        var prekey: PrekeyID?
        while true {
            switch step {
            case .loadPrekey(let id):
                prekey = id
                step = try answer(&machine, prekey: id)
            case .loadContact(let sender):
                step = try answer(&machine, sender: sender, of: prekey)
            case .clear(let place):
                try clear(place, now: now)
                step = machine.cleared()
            case .claim(var claim, let place):
                claim.identifier = push.keptIdentifier
                step = try answer(&machine, claim: claim, at: place)
            case .erase(let id):
                try erase(id)
                step = machine.erased()
            case .loadName(let sender, let code, let selfDeclared):
                let name = resolve(sender: sender, code: code, selfDeclared: selfDeclared)
                step = machine.nameLoaded(name)
            case .deliver(let message):
                return message
            case .refuse(let error):
                throw .refused(error)
            }
        }
    }

    /// Takes a message from its claim, after the step that the killed run may have missed: erasing its prekey.
    ///
    /// Nil if the sender is by now silenced or not accepted: the claim is cleared.
    func recover(
        _ claim: Claim,
        at place: ClaimPlace,
        now: Timestamp
    ) throws(ReceiverError) -> OpenedMessage? {
        try erasePrekey(of: place)
        guard let message = try message(of: claim, at: place) else {
            try clear(place, now: now)
            return nil
        }
        return message
    }

    /// Erases the prekey that a message was sealed to, if it is a one-time prekey.
    func erasePrekey(of place: ClaimPlace) throws(ReceiverError) {
        guard place.envelope == nil else { return }
        try erase(place.prekeyID)
    }

    /// The message that a claim holds; nil if the sender is by now silenced or not accepted.
    func message(
        of claim: Claim,
        at place: ClaimPlace
    ) throws(ReceiverError) -> OpenedMessage? {
        let status = try status(of: claim.sender)
        guard !refuses(claim.sender), !status.isRevoked, status.standing?.isSilenced != true,
            status.standing != nil || unknownSenders == .showUnverified
        else { return nil }
        guard let payload = try? Payload(opened: claim.content) else { throw .claimDamaged }
        return OpenedMessage(
            status: .recovered,
            messageID: nil,
            place: place,
            claim: claim,
            standing: status.standing,
            sender: resolve(
                sender: claim.sender,
                code: payload.fields?.from,
                selfDeclared: payload.fields?.name
            ),
            payload: payload
        )
    }

    /// What is known of a sender; it decides what is shown, so nothing is if it can't be read
    ///
    private func status(
        of sender: [UInt8]
    ) throws(ReceiverError) -> (standing: ContactStanding?, isRevoked: Bool) {
        do throws(ContactError) {
            // The standing of a contact says it, too, and is written first.
            if let standing = try contacts.standing(of: sender) {
                return (standing, standing.isRevoked)
            }
            return (nil, try contacts.isRevoked(sender))
        } catch {
            throw ReceiverError(error)
        }
    }

    /// Clears a claim: its tombstone takes its place.
    func clear(_ place: ClaimPlace, now: Timestamp) throws(ReceiverError) {
        do throws(StoreError) {
            try claims.empty(place, now: now)
        } catch {
            throw ReceiverError(claims: error)
        }
    }

    /// What to call a sender; the message is claimed by now, so a damaged name must not stop it.
    func resolve(sender: [UInt8], code: String?, selfDeclared: String?) -> ResolvedSender {
        do throws(ContactError) {
            return try names.resolve(sender: sender, code: code, selfDeclared: selfDeclared)
        } catch {
            return ResolvedSender(name: names.label, source: .label)
        }
    }

    private func answer(
        _ machine: inout OpeningMachine,
        prekey id: PrekeyID
    ) throws(ReceiverError) -> OpeningStep {
        do throws(KeyError) {
            if let prekey = try device.prekey(id) { return machine.prekeyFound(prekey) }
        } catch {
            throw ReceiverError(error)
        }
        // A one-time prekey that is gone was used: its claim tells for which message.
        do throws(StoreError) {
            let place = ClaimPlace(prekeyID: id, envelope: nil)
            guard let state = try claims.read(place) else { return machine.prekeyUnknown() }
            return machine.prekeyUsed(state)
        } catch {
            throw ReceiverError(claims: error)
        }
    }

    private func answer(
        _ machine: inout OpeningMachine,
        sender: [UInt8],
        of prekey: PrekeyID?
    ) throws(ReceiverError) -> OpeningStep {
        guard !refuses(sender) else { return machine.senderRefused() }
        let (standing, isRevoked) = try status(of: sender)
        if standing == nil, let prekey, try isFull(prekey) { return machine.senderRefused() }
        return machine.contactLoaded(standing, isRevoked: isRevoked)
    }

    private func answer(
        _ machine: inout OpeningMachine,
        claim: Claim,
        at place: ClaimPlace
    ) throws(ReceiverError) -> OpeningStep {
        let outcome: ClaimOutcome
        do throws(StoreError) {
            outcome = try claims.claim(claim, at: place)
        } catch {
            throw ReceiverError(claims: error)
        }
        switch outcome {
        case .claimed:
            let isReusable = place.envelope != nil
            return machine.claimed(prekeyIsHeld: !isReusable || holds(place.prekeyID))
        case .found(let state): return machine.claimFound(state)
        case .gone: return machine.claimImpossible()
        }
    }

    /// Whether the private half of a prekey is there; where nobody can tell, a message is rather quiet than shown twice.
    private func holds(_ prekey: PrekeyID) -> Bool {
        do throws(KeyError) {
            return try device.holds(prekey)
        } catch {
            return false
        }
    }

    /// Whether a prekey has as many claims as it may have: unknown senders are refused then,
    /// contacts never.
    private func isFull(_ prekey: PrekeyID) throws(ReceiverError) -> Bool {
        do throws(StoreError) {
            return try claims.isFull(prekey)
        } catch {
            throw ReceiverError(claims: error)
        }
    }

    private func erase(_ id: PrekeyID) throws(ReceiverError) {
        do throws(KeyError) {
            try device.erase(id)
        } catch {
            throw ReceiverError(error)
        }
    }
}
