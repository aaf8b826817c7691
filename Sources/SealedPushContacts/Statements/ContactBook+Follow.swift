// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What following a succession did.
public enum FollowOutcome: Hashable, Sendable {
    /// The new identity has now what the old one had, but for being verified.
    case followed
    /// It was followed before.
    case unchanged
    /// The old identity is no contact, so there was nothing to follow; the statement is kept all the same.
    case unknownSender
}

extension ContactBook {
    /// Gives a sender's next identity what the one before has: its names and codes, its avatar and its preview policy.
    ///
    /// The old contact stays under its names, so that messages which were under way are shown as ever; its codes
    /// are from now on known under the new identity. Where the new identity is a contact already it keeps the names, the
    /// avatar and the preview policy that it has. That the old one is blocked or changed holds for the new one, too. That it
    /// is verified does not: whoever has stolen the old key can sign a succession, so the new one is unverified until somebody
    /// compares its own safety number, unless that was done before.
    ///
    /// The first succession from an identity is kept, also where that identity is no contact. A second one
    /// that leads elsewhere is refused: none is followed from then on, and the old contact, with the new one if
    /// it was followed, is marked as changed; a blocked one stays blocked. Which of them is right only a person can tell.
    ///
    /// Following again completes what a killed run began, and changes nothing where all was done.
    ///
    /// - Throws: ``ContactError/identityRevoked`` where either identity was revoked,
    ///   ``ContactError/successionConflict``, ``ContactError/store(_:)``.
    @discardableResult
    public func follow(_ succession: SenderSuccession) throws(ContactError) -> FollowOutcome {
        try whileWriting { () throws(ContactError) in
            for identity in [succession.old, succession.new] {
                guard try !isKnownRevoked(identity.bytes) else { throw .identityRevoked }
            }
            guard try !statements.isContradicted(succession.old.bytes) else {
                try statements.sync()
                throw .successionConflict
            }
            guard try statements.keepFirst(succession) == succession.new else {
                try markContradicted(succession.old.bytes)
                // Last, so that whoever finds it knows that the contacts are marked.
                try statements.keepConflicting(succession)
                throw .successionConflict
            }
            return try copyContact(succession)
        }
    }

    private func copyContact(
        _ succession: SenderSuccession
    ) throws(ContactError) -> FollowOutcome {
        let (old, new) = (succession.old.bytes, succession.new.bytes)
        guard let earlier = try identityRecord(of: old) else { return .unknownSender }
        let isContact = try identityRecord(of: new) != nil
        let isFollowed = try statements.isFollowed(old)
        guard !(isFollowed && isContact) else {
            try statements.sync()
            return .unchanged
        }
        try copyStanding(earlier, to: succession.new)
        for code in try codes(of: old) { try move(code, from: old, to: new) }
        try copyAvatar(from: old, to: new)
        try statements.noteFollowed(succession)
        return .followed
    }

    private func copyStanding(
        _ earlier: IdentityRecord,
        to new: SenderIdentity
    ) throws(ContactError) {
        let entry = ContactEntry(name: nil, identity: new, preview: earlier.standing.preview)
        let fresh = try newRecord(of: entry)
        var record = try identityRecord(of: new.bytes) ?? fresh
        record.name = record.name ?? earlier.name
        record.join(earlier)
        try replace(.identity(new.bytes), with: record)
    }

    /// Names first: a code is never known under an identity that has no name for it.
    private func move(
        _ code: String,
        from old: [UInt8],
        to new: [UInt8]
    ) throws(ContactError) {
        let known = try record(CodeRecord.self, .code(code))?.identity
        // Another identity has it: that one was added by a person.
        guard known == nil || known == old || known == new else { return }
        if let name = try record(NameRecord.self, .name(old, code: code)) {
            _ = try create(.name(new, code: code), with: name)
        }
        guard known != new else { return }
        try replace(.code(code), with: CodeRecord(identity: new))
    }
}
