// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// Makes a candidate the successor of its contact without a comparison: its messages have no
    /// label from then on (D-9).
    ///
    /// Call it if the user has said so, or if the app knows the successor from its own server.
    /// Show the contact's names first: the successor gets all of them, with the codes, the picture,
    /// the kind and the preview policy. The old contact is changed, and its other candidates are
    /// gone.
    ///
    /// Taking again completes what a killed run began.
    ///
    /// - Returns: Whether it was a candidate; false for a contact.
    /// - Throws: ``ContactError/unknownContact``; ``ContactError/contactBlocked`` if the candidate
    ///   or its contact is blocked; ``ContactError/identityRevoked`` if the candidate, its contact
    ///   or another open candidate of it is revoked: then only the safety number counts;
    ///   ``ContactError/store(_:)``.
    @discardableResult
    public func take(_ identity: SenderIdentity) throws(ContactError) -> Bool {
        let identity = identity.bytes
        return try whileWriting { () throws(ContactError) in
            let sender = try unblocked(identity)
            if sender.isCandidate {
                for one in try [sender.contact, identity] + openCandidates(of: sender.contact)
                where try isRevoked(one) {
                    throw .identityRevoked
                }
            }
            try take(identity, sender, as: .unverified)
            return sender.isCandidate
        }
    }

    /// Marks a contact as verified if `number` is the safety number of it and this device (D-2).
    ///
    /// A candidate is taken by that, as ``take(_:)`` says, and is verified then (D-9).
    ///
    /// The number comes from the other person, read out or scanned from their screen. A wrong one
    /// changes nothing: a mistyped digit is no sign of an attack, though a number that stays wrong
    /// is.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/identityRevoked``,
    ///   ``ContactError/contactBlocked``, ``ContactError/numberMismatch``,
    ///   ``ContactError/store(_:)``.
    public func verify(
        _ identity: SenderIdentity,
        by number: SafetyNumber,
        device: DeviceIdentity
    ) throws(ContactError) {
        let expected = try? SafetyNumber(sender: identity, device: device)
        try whileWriting { () throws(ContactError) in
            guard try !isRevoked(identity.bytes) else { throw .identityRevoked }
            let sender = try unblocked(identity.bytes)
            guard number == expected else { throw .numberMismatch }
            try take(identity.bytes, sender, as: .verified)
        }
    }

    /// The contact or open candidate with this identity, if the person has blocked neither.
    private func unblocked(_ identity: [UInt8]) throws(ContactError) -> KnownSender {
        guard let status = try status(of: identity) else { throw .unknownContact }
        guard status.trust != .blocked else { throw .contactBlocked }
        guard let sender = try known(identity) else { throw .unknownContact }
        return sender
    }

    /// Takes a candidate in four steps, of which a kill leaves each done or not (D-10); of a
    /// contact, what is left of the last.
    private func take(
        _ identity: [UInt8],
        _ sender: KnownSender,
        as trust: ContactStatus.Trust
    ) throws(ContactError) {
        if sender.isCandidate {
            // 1: from now on the other candidates count as gone.
            _ = try update(sender.contact) { $0.succeed(by: identity) }
            // 2: their records go, so that another succession may name them. The candidate has
            // names then, and counts as none of them; what a killed run gave it goes first.
            try eraseCandidates(of: sender.contact, besides: identity)
            try forgetNames(of: identity)
            try copyNames(from: sender.contact, to: identity)
            // 3: it is a contact.
            var record = IdentityRecord(
                trust: trust,
                preview: sender.record.preview,
                kind: sender.record.kind
            )
            record.name = sender.record.name
            if let name = record.name { try noteLookalike(name, of: identity) }
            try replace(.identity(identity), with: record)
        } else {
            // Also if nothing changes: what a killed run did may not be durable yet.
            _ = try update(identity) { if trust == .verified { $0.decide(.verified) } }
        }
        // 4: and those that were named meanwhile; the candidate's own record is the last, so that
        // this can be done again.
        guard let left = try record(CandidateRecord.self, .candidate(identity)) else { return }
        if try identityRecord(of: left.contact)?.successor == identity {
            try eraseCandidates(of: left.contact, besides: identity)
        }
        try removeRecord(.candidate(identity))
    }

    /// Gives a candidate that is taken the codes of its contact with their names, and its picture.
    ///
    /// Names first: a code is never known under an identity that has no name for it.
    private func copyNames(from old: [UInt8], to new: [UInt8]) throws(ContactError) {
        for code in try codes(of: old) {
            let known = try record(CodeRecord.self, .code(code))?.identity
            // If another identity has it, that one was added by a person, maybe since a kill.
            guard known == nil || known == old else { continue }
            if let name = try record(NameRecord.self, .name(old, code: code)) {
                try noteLookalike(name.name, of: new)
                try replace(.name(new, code: code), with: name)
            }
            try replace(.code(code), with: CodeRecord(identity: new))
        }
        if let avatar = try record(AvatarRecord.self, .avatar(old)) {
            try replace(.avatar(new), with: avatar)
        }
    }
}
