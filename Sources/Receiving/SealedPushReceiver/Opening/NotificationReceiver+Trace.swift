// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

extension NotificationReceiver {
    /// The lines that this push would pass now, and the one that would decide.
    ///
    /// It looks and changes nothing: no claim, no erasure, no statement, no count of strangers. So
    /// ``receive(_:now:)`` afterwards ends there, if no other run comes between.
    ///
    /// - Throws: ``ReceiverError`` if the store can't be read; a refusal is in the trace.
    package func trace(
        of push: IncomingPush,
        now: Timestamp
    ) throws(ReceiverError) -> OpeningTrace {
        var trace = OpeningTrace()
        guard case .success(let envelope) = push.envelope else { return trace }
        var machine = OpeningMachine(topic: device.topic, unknownSenders: unknownSenders)
        var step = machine.start(envelope, kind: push.kind, now: now, arrival: push.arrival)
        while true {
            trace.note(step, at: machine.line)
            switch step {
            case .loadPrekey(let id): step = try answer(&machine, prekey: id)
            case .loadContact(let sender):
                var isStranger = false
                step = try answer(&machine, sender: sender, now: now, &isStranger)
            case .clear: step = machine.cleared()
            case .claim(_, let place): step = try lookAtClaim(&machine, at: place)
            case .erase: step = machine.erased()
            case .apply(let statements, let sender):
                let (contact, isRevoked) = try contact(of: sender)
                let isSilenced = try ReceiverError.ofContacts(
                    contacts.isSilenced(sender, by: statements)
                )
                step = machine.statementsApplied(contact, isRevoked: isRevoked || isSilenced)
            case .loadName(let sender, let code, let selfDeclared):
                step = machine.nameLoaded(
                    resolve(sender: sender, code: code, selfDeclared: selfDeclared)
                )
            case .deliver, .refuse: return trace
            }
        }
    }

    private func lookAtClaim(
        _ machine: inout OpeningMachine,
        at place: ClaimPlace
    ) throws(ReceiverError) -> OpeningStep {
        if let state = try ReceiverError.ofClaims(claims.read(place)) {
            return machine.claimFound(state)
        }
        guard try ReceiverError.ofClaims(claims.hasDirectory(of: place.prekeyID)) else {
            return machine.claimImpossible()
        }
        return machine.claimed(prekeyIsHeld: true)
    }
}
