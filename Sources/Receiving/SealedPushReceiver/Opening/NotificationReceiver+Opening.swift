// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

/// Answers an opening machine from a store until it ends: the shell that does what the machine
/// asks.
extension NotificationReceiver {
    /// Opens a push.
    ///
    /// If this run wins the claim it keeps the identifier of the notification, so that a recovered
    /// message is shown under that (T-2, T-12).
    func open(_ push: IncomingPush, now: Timestamp) throws(ReceiverError) -> OpenedMessage {
        var machine = OpeningMachine(topic: device.topic, unknownSenders: unknownSenders)
        let envelope = try push.envelope.mapError(ReceiverError.refused).get()
        var step = machine.start(
            envelope,
            kind: push.kind,
            now: now,
            arrival: push.arrival
        )
        var isStranger = false
        while true {
            switch step {
            case .loadPrekey(let id):
                step = try answer(&machine, prekey: id)
            case .loadContact(let sender):
                step = try answer(&machine, sender: sender, now: now, &isStranger)
            case .clear(let place):
                try clear(place, now: now)
                step = machine.cleared()
            case .claim(var claim, let place):
                claim.identifier = push.identifier.flatMap {
                    DeferredMessage.canKeep(identifier: $0) ? $0 : nil
                }
                if isStranger {
                    try ReceiverError.ofClaims(claims.countStranger(at: place, now: now))
                }
                step = try answer(&machine, claim: claim, at: place)
            case .erase(let id):
                try ReceiverError.ofKeys(device.erase(id))
                step = machine.erased()
            case .apply(let statements, let sender):
                try ReceiverError.ofContacts(contacts.apply(statements))
                let (contact, isRevoked) = try contact(of: sender)
                step = machine.statementsApplied(contact, isRevoked: isRevoked)
            case .loadName(let sender, let code, let selfDeclared):
                let name = resolve(sender: sender, code: code, selfDeclared: selfDeclared)
                step = machine.nameLoaded(name)
            case .deliver(let message):
                try notePaired(message)
                return message
            case .refuse(let error):
                throw .refused(error)
            }
        }
    }

    /// Takes a message from its claim, after the steps that the killed run may have missed: erasing
    /// its prekey, and applying the statements that came with it.
    ///
    /// Nil if the sender is by then silenced or not accepted: the claim is cleared (M-38 line 41).
    func recover(
        _ claim: Claim,
        at place: ClaimPlace,
        now: Timestamp
    ) throws(ReceiverError) -> OpenedMessage? {
        try erasePrekey(of: place)
        let message = try message(of: claim, at: place, applyingStatements: true)
        if let message { try notePaired(message) } else { try clear(place, now: now) }
        return message
    }

    /// Notes the pairing that a claimed message ends, before the message is handed over (L-29).
    ///
    /// If a run is stopped before, the claim still has the message, and who recovers that notes it.
    func notePaired(_ message: OpenedMessage) throws(ReceiverError) {
        guard let hash = message.payload.fields?.paired else { return }
        do throws(StoreError) {
            try pairings.notePaired(by: message.claim.sender, hash)
        } catch {
            throw .store(error)
        }
    }

    /// Erases the prekey that a message was sealed to, if it is a one-time prekey.
    func erasePrekey(of place: ClaimPlace) throws(ReceiverError) {
        guard place.envelope == nil else { return }
        try ReceiverError.ofKeys(device.erase(place.prekeyID))
    }

    /// The message that a claim holds; nil if the sender is by now silenced or not accepted, or is
    /// silenced by this very message (line 37).
    func message(
        of claim: Claim,
        at place: ClaimPlace,
        applyingStatements isApplying: Bool = false
    ) throws(ReceiverError) -> OpenedMessage? {
        var (contact, isAccepted) = try acceptance(of: claim.sender)
        guard isAccepted else { return nil }
        guard let payload = try? Payload(opened: claim.content) else { throw .claimDamaged }
        let statements = payload.statements
        if isApplying, !statements.isEmpty {
            try ReceiverError.ofContacts(contacts.apply(statements))
            (contact, isAccepted) = try acceptance(of: claim.sender)
            guard isAccepted else { return nil }
        } else if try ReceiverError.ofContacts(contacts.isSilenced(claim.sender, by: statements)) {
            // Who only looks keeps no statement.
            return nil
        }
        return OpenedMessage(
            status: .recovered,
            messageID: nil,
            place: place,
            claim: claim,
            contactStatus: contact,
            sender: resolve(
                sender: claim.sender,
                code: payload.fields?.from,
                selfDeclared: payload.fields?.name
            ),
            payload: payload
        )
    }

    /// What is known of the sender of a claim, and whether its messages are shown by now.
    private func acceptance(
        of sender: [UInt8]
    ) throws(ReceiverError) -> (status: ContactStatus?, isAccepted: Bool) {
        let (contact, isRevoked) = try contact(of: sender)
        let isAccepted =
            !isRefused(sender) && !isRevoked && contact?.isSilenced != true
            && (contact != nil || unknownSenders == .showUnverified)
        return (contact, isAccepted)
    }

    /// What is known of a sender; it decides what is shown, so nothing is if it can't be read
    /// (T-1).
    func contact(
        of sender: [UInt8]
    ) throws(ReceiverError) -> (status: ContactStatus?, isRevoked: Bool) {
        if let status = try ReceiverError.ofContacts(contacts.status(of: sender)) {
            return (status, status.isRevoked)
        }
        return (nil, try ReceiverError.ofContacts(contacts.isRevoked(sender)))
    }

    /// Clears a claim: its tombstone takes its place.
    func clear(_ place: ClaimPlace, now: Timestamp) throws(ReceiverError) {
        try ReceiverError.ofClaims(claims.empty(place, now: now))
    }

    /// What to call a sender; the message is claimed by now, so a damaged name must not stop it.
    func resolve(sender: [UInt8], code: String?, selfDeclared: String?) -> ResolvedSender {
        (try? names.resolve(sender: sender, code: code, selfDeclared: selfDeclared))
            ?? ResolvedSender(name: names.label, source: .label)
    }

    func answer(
        _ machine: inout OpeningMachine,
        prekey id: PrekeyRecord.ID
    ) throws(ReceiverError) -> OpeningStep {
        if let prekey = try ReceiverError.ofKeys(device.prekey(id)) {
            return machine.prekeyFound(prekey)
        }
        // A one-time prekey that is gone was used: its claim tells for which message.
        let place = ClaimPlace(prekeyID: id, envelope: nil)
        guard let state = try ReceiverError.ofClaims(claims.read(place)) else {
            return machine.prekeyUnknown()
        }
        return machine.prekeyUsed(state)
    }

    func answer(
        _ machine: inout OpeningMachine,
        sender: [UInt8],
        now: Timestamp,
        _ isStranger: inout Bool
    ) throws(ReceiverError) -> OpeningStep {
        guard !isRefused(sender) else { return machine.senderRefused() }
        let (contact, isRevoked) = try contact(of: sender)
        isStranger = contact == nil
        // T-20; a claim that an earlier run left was counted then (line 13).
        if isStranger, machine.isBeforeClaim,
            try ReceiverError.ofClaims(claims.isFullOfStrangers(at: now))
        {
            return machine.senderRefused()
        }
        return machine.contactLoaded(contact, isRevoked: isRevoked)
    }

    private func answer(
        _ machine: inout OpeningMachine,
        claim: Claim,
        at place: ClaimPlace
    ) throws(ReceiverError) -> OpeningStep {
        switch try ReceiverError.ofClaims(claims.claim(claim, at: place)) {
        case .claimed:
            // Of a one-time prekey it does not matter. If that can't be read, the message is shown
            // quietly.
            let isHeld = place.envelope == nil || (try? device.holds(place.prekeyID)) == true
            return machine.claimed(prekeyIsHeld: isHeld)
        case .found(let state): return machine.claimFound(state)
        case .gone: return machine.claimImpossible()
        }
    }
}
