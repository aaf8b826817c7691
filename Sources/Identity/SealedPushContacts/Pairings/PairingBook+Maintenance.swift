// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import SealedPushStore

/// The pairings of a store after a look at each.
package struct PairingReview: Sendable {
    /// Those whose endpoints are to be ended; once they are, ``PairingBook/forget(_:)`` ends them.
    package var ended: [StoredPairing] = []
    /// The number of those that wait to be paired.
    package var waiting = 0
    /// Why others could not be looked at.
    package var failures: [ContactError] = []
}

extension PairingBook {
    /// Does what is due of the pairings and needs no network.
    ///
    /// It verifies the contact of a pairing that came by the app's camera (L-31), and marks what is
    /// to be ended: an endpoint that a later one replaces (L-32), a pairing that was not paired in
    /// time (L-33), and an endpoint whose contact was removed, blocked or revoked since (L-34).
    package func maintain(
        of device: DeviceIdentity,
        now: Timestamp
    ) throws(ContactError) -> PairingReview {
        try ofStore { () throws(StoreError) in
            _ = try store.removeDamaged(.pairings)
            try removeStray(now: now)
        }
        let (pairings, failures) = try ofStore { () throws(StoreError) in try all() }
        var review = PairingReview(failures: failures.map(ContactError.store))
        var paired: Set<[UInt8]> = []
        // The latest first: one that is paired replaces those before it.
        for pairing in pairings.reversed() {
            do throws(ContactError) {
                let holder = try holder(of: pairing)
                var isEnding = pairing.isEnded || paired.contains(holder) || pairing.isOver(at: now)
                if !isEnding { isEnding = try !isWanted(pairing, holder) }
                if isEnding {
                    // Also what a run that was stopped has begun to end.
                    try end(pairing)
                    review.ended.append(pairing)
                } else if pairing.isPaired {
                    try settle(pairing, of: device)
                    paired.insert(holder)
                } else {
                    review.waiting += 1
                }
            } catch {
                review.failures.append(error)
            }
        }
        return review
    }

    /// Begins to undo a pairing: its endpoint is to be ended, and the contact is gone if it made
    /// that (L-33), or is again the candidate that it was.
    ///
    /// The contact stays if the pairing was paired, if a person has changed anything of it since,
    /// and if another pairing with the same sender is there.
    package func end(_ pairing: StoredPairing) throws(ContactError) {
        let record = PairingEndRecord(end: pairing.link.end)
        try ofStore { () throws(StoreError) in
            _ = try create(.ended(pairing.link.digest), record.bytes)
        }
        let sender = pairing.link.sender
        guard pairing.isContactMade == true,
            try !ofStore({ () throws(StoreError) in try isPaired(pairing) }),
            try !isOfAnother(pairing)
        else { return }
        guard try contacts.identityRecord(of: sender.bytes) != nil else {
            // The run that removed it may have been stopped before that was durable.
            return try contacts.sync()
        }
        guard try contacts.isUntouched(sender.bytes, named: pairing.name) else { return }
        let candidate = try ofStore { () throws(StoreError) in
            try read(.candidate(pairing.link.digest))
        }
        try contacts.undo(
            sender.bytes,
            candidate: candidate.flatMap(CandidateRecord.init(reading:))
        )
    }

    /// Forgets a pairing whose endpoint has ended.
    ///
    /// Whose contact it is goes first, so that a run that is stopped removes no contact. That it
    /// has ended stays until the link is over (``maintain(of:now:)``): a secret serves one answer.
    package func forget(_ pairing: StoredPairing) throws(StoreError) {
        try oneAtATime { () throws(StoreError) in try removeSteps(of: pairing) }
    }

    private func removeSteps(of pairing: StoredPairing) throws(StoreError) {
        let digest = pairing.link.digest
        // It may be gone, and another one be there.
        guard try self.pairing(of: pairing.link)?.isSame(as: pairing) == true else { return }
        let sender = pairing.link.sender.bytes
        var steps = [PairingStep.contact(digest), .candidate(digest)]
        if let hash = pairing.answer?.hash {
            steps += [.awaited(sender, hash), .paired(sender, hash)]
        }
        var successors: [PairingStep] = []
        var holder = sender
        while let next = try read(.successor(digest, holder)) {
            successors.append(.successor(digest, holder))
            holder = next
        }
        steps += successors.reversed()
        steps += [.settled(digest), .box(digest), .endpoint(digest), .agreement(digest)]
        for step in steps { try store.remove(.pairings, id: step.id) }
    }

    /// Removes records of pairings whose agreement is gone, as where that was damaged, and of
    /// messages that came when their pairing had ended.
    private func removeStray(now: Timestamp) throws(StoreError) {
        var ids: [[UInt8]] = []
        _ = try store.forEach(.pairings) { id, _ in ids.append([UInt8](copying: id)) }
        // Looked at behind the names: so each step has its agreement, also one of this moment.
        let (pairings, failures) = try all()
        let awaited = Set(
            pairings.compactMap { pairing in
                pairing.answer.map { pairing.link.sender.bytes + $0.hash.bytes }
            }
        )
        for id in ids {
            let isKnown =
                switch id.first {
                case PairingStep.firstOfAgreement: true
                case PairingStep.firstOfAwaited, PairingStep.firstOfPaired:
                    !failures.isEmpty || awaited.contains(Array(id.dropFirst()))
                case PairingStep.firstOfEnded: try isEndNeeded(Array(id.dropFirst()), now: now)
                default:
                    try contains(.agreement(Array(id.dropFirst().prefix(SHA256.digestCount))))
                }
            if !isKnown { try store.remove(.pairings, id: id) }
        }
    }

    /// True if a pairing is still there, or its link could be answered a second time.
    private func isEndNeeded(_ digest: [UInt8], now: Timestamp) throws(StoreError) -> Bool {
        guard try !contains(.agreement(digest)) else { return true }
        guard let bytes = try read(.ended(digest)), let record = PairingEndRecord(reading: bytes)
        else { return false }
        return now <= record.end.advanced(by: PairingLink.grace)
    }

    /// Makes a record of a pairing; it goes again if another run has forgotten the pairing
    /// meanwhile.
    private func note(
        _ step: PairingStep,
        _ contents: [UInt8] = [],
        of pairing: StoredPairing
    ) throws(ContactError) {
        try ofStore { () throws(StoreError) in
            try create(step, contents)
            guard try !contains(.agreement(pairing.link.digest)) else { return }
            try store.remove(.pairings, id: step.id)
        }
    }

    /// Verifies the contact as `ContactBook.verify` does, once, if the app's own camera has read
    /// the link: so a person has seen who shows it (L-31).
    private func settle(
        _ pairing: StoredPairing,
        of device: DeviceIdentity
    ) throws(ContactError) {
        guard !pairing.isSettled else { return }
        let sender = pairing.link.sender
        // What a person has decided since stays.
        if pairing.contact?.source == .camera,
            try contacts.identityRecord(of: sender.bytes)?.trust == .unverified,
            try !contacts.isRevoked(sender.bytes),
            let number = try? SafetyNumber(sender: sender, device: device)
        {
            try contacts.verify(sender, by: number, device: device)
        }
        try note(.settled(pairing.link.digest), of: pairing)
    }

    /// Notes for each pairing the successors that a person has taken.
    func noteSuccessors() throws(ContactError) {
        let pairings = try ofStore { () throws(StoreError) in try all().pairings }
        for pairing in pairings { _ = try holder(of: pairing) }
    }

    /// The identity that the sender of a pairing has by now: successors that a person has taken.
    ///
    /// Each is noted, so that the endpoint is the successor's also if the person then removes the
    /// earlier contact.
    private func holder(of pairing: StoredPairing) throws(ContactError) -> [UInt8] {
        let digest = pairing.link.digest
        var holder = pairing.link.sender.bytes
        var passed: Set<[UInt8]> = []
        while passed.insert(holder).inserted {
            let step = PairingStep.successor(digest, holder)
            if let next = try ofStore({ () throws(StoreError) in try read(step) }) {
                holder = next
            } else if let next = try contacts.identityRecord(of: holder)?.successor,
                try contacts.identityRecord(of: next) != nil
            {
                try note(step, next, of: pairing)
                holder = next
            }
        }
        return holder
    }

    /// False if the contact is blocked or revoked, or was there once and is gone.
    private func isWanted(
        _ pairing: StoredPairing,
        _ holder: [UInt8]
    ) throws(ContactError) -> Bool {
        guard let status = try contacts.status(of: holder) else {
            return pairing.answer == nil && !pairing.isPaired
        }
        return !status.isSilenced
    }

    /// True if another pairing with the same sender is there and not ended.
    private func isOfAnother(_ pairing: StoredPairing) throws(ContactError) -> Bool {
        try ofStore { () throws(StoreError) in
            try all().pairings.contains { other in
                other.link.sender == pairing.link.sender
                    && other.link.digest != pairing.link.digest
                    && other.isContactMade != nil && !other.isEnded
            }
        }
    }
}

extension ContactBook {
    /// True if a contact is as it was added under a name: a person has changed nothing since.
    fileprivate func isUntouched(
        _ identity: [UInt8],
        named name: String
    ) throws(ContactError) -> Bool {
        var added = IdentityRecord(trust: .unverified, preview: .full)
        added.name = name
        guard try identityRecord(of: identity) == added, try codes(of: identity).isEmpty
        else { return false }
        return try avatar(of: identity) == nil
    }
}
