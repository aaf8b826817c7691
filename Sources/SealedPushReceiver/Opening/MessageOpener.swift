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
    let parked: ParkedBook
    let unknownSenders: UnknownSenderPolicy
    /// Whether an identity is never accepted, contact or not.
    let refuses: @Sendable (_ identity: [UInt8]) -> Bool

    /// Opens the text of `encrypted-content`, of a message that was parked by the time of its arrival.
    ///
    /// Where this run wins the claim it keeps the identifier of the notification, so that whoever recovers the message
    /// shows it under that.
    func open(
        _ text: Span<UInt8>,
        identifier: String?,
        now: Timestamp,
        arrival: Timestamp?
    ) throws(ReceiverError) -> OpenedMessage {
        var machine = OpeningMachine(topic: device.topic, unknownSenders: unknownSenders)
        var step = machine.start(text, now: now, arrival: arrival)
        var prekey: PrekeyID?
        while true {
            switch step {
            case .loadPrekey(let id):
                prekey = id
                step = try answer(&machine, prekey: id, now: now)
            case .loadContact(let sender):
                guard !refuses(sender) else { throw .refused(.senderNotAccepted) }
                let standing = try standing(of: sender)
                if standing == nil, let prekey { try refuseWhereFull(prekey) }
                step = machine.contactLoaded(standing)
            case .claim(var claim, let place):
                claim.identifier = identifier.flatMap {
                    ParkedMessage.canKeep(identifier: $0) ? $0 : nil
                }
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
    func recover(_ claim: Claim, at place: ClaimPlace) throws(ReceiverError) -> OpenedMessage {
        if place.envelope == nil { try erase(place.prekeyID) }
        guard let payload = try? Payload(opened: claim.content) else { throw .claims(.corrupted) }
        let standing = try standing(of: claim.sender)
        guard !refuses(claim.sender), standing != nil || unknownSenders == .showUnverified else {
            throw .refused(.senderNotAccepted)
        }
        return OpenedMessage(
            status: .recovered,
            messageID: nil,
            place: place,
            claim: claim,
            standing: standing,
            sender: resolve(
                sender: claim.sender,
                code: payload.fields?.from,
                selfDeclared: payload.fields?.name
            ),
            payload: payload
        )
    }

    /// What is known of a sender; the standing decides what is shown, so failing here shows nothing.
    func standing(of sender: [UInt8]) throws(ReceiverError) -> ContactStanding? {
        do throws(ContactError) {
            return try contacts.standing(of: sender)
        } catch {
            throw .contacts(error)
        }
    }

    /// Whether nothing of an opened message is shown: its sender is blocked or revoked, contact or not.
    func isSilenced(_ message: OpenedMessage) throws(ReceiverError) -> Bool {
        if let standing = message.standing { return standing.isSilenced }
        do throws(ContactError) {
            return try contacts.isRevoked(message.claim.sender)
        } catch {
            // The claim keeps the message for a run that can tell.
            throw .contacts(error)
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
        prekey id: PrekeyID,
        now: Timestamp
    ) throws(ReceiverError) -> OpeningStep {
        do throws(KeyError) {
            if let prekey = try device.prekey(id) {
                let isAwaited = prekey.isOverAge(at: now) && isAwaited(id)
                return machine.prekeyFound(prekey, isAwaited: isAwaited)
            }
        } catch {
            throw .keys(error)
        }
        // A one-time prekey that is gone was used: its claim tells for which message.
        do throws(StoreError) {
            let place = ClaimPlace(prekeyID: id, envelope: nil)
            guard let state = try claims.read(place) else { return machine.prekeyUnknown() }
            return machine.prekeyUsed(state)
        } catch {
            throw .claims(error)
        }
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
            throw .claims(error)
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

    /// Whether parked messages wait for a prekey; where nobody can tell it is kept, to be erased in its time.
    private func isAwaited(_ prekey: PrekeyID) -> Bool {
        do throws(StoreError) {
            return try parked.awaitedPrekeys().contains(prekey)
        } catch {
            return true
        }
    }

    /// Refuses an unknown sender under a prekey that strangers have filled with messages.
    private func refuseWhereFull(_ prekey: PrekeyID) throws(ReceiverError) {
        let isFull: Bool
        do throws(StoreError) {
            isFull = try claims.isFull(prekey)
        } catch {
            throw .claims(error)
        }
        guard !isFull else { throw .refused(.senderNotAccepted) }
    }

    private func erase(_ id: PrekeyID) throws(ReceiverError) {
        do throws(KeyError) {
            try device.erase(id)
        } catch {
            throw .keys(error)
        }
    }
}
