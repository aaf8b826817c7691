// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The result of following a succession.
public enum FollowOutcome: Hashable, Sendable {
    /// The new identity has what the old one had, except for its verification.
    case followed
    /// It was followed before.
    case unchanged
    /// The old identity is no contact, so there was nothing to follow; the statement is kept all
    /// the same.
    case unknownSender
}

extension ContactBook {
    /// Gives a sender's next identity what its current one has: its names and codes, its
    /// avatar and its preview policy.
    ///
    /// The old contact stays under its names, so that messages which were under way are shown as
    /// ever; its codes are from now on known under the new identity. If the new identity is a
    /// contact already, it keeps the names, the avatar and the preview policy that it has.
    ///
    /// A new contact has the kind of the old one. If the old one is verified or unconfirmed, the
    /// new one and those that descend from it are unconfirmed, unless they are verified.
    ///
    /// The new identity is blocked or changed if the old one is, and so is every identity that
    /// descends from it. One that was verified by its own safety number is not changed by that. No
    /// identity is verified because the one before was: a thief of the old key can sign a
    /// succession.
    ///
    /// The first succession from an identity is kept, also if that identity is no contact or the
    /// succession is refused. A second one that leads elsewhere contradicts it. Then no
    /// succession of that identity is followed any more, and the old contact and all that descend
    /// from it become changed, as ``revoke(_:)`` says. Only a person can tell which identity
    /// is right.
    ///
    /// Following again completes what a killed run began, and changes nothing once all is done
    ///
    ///
    /// - Throws: ``ContactError/successionConflict``, ``ContactError/identityRevoked`` if either
    ///   identity was revoked, ``ContactError/store(_:)``.
    @discardableResult
    public func follow(_ succession: SenderIdentity.Succession) throws(ContactError)
        -> FollowOutcome
    {
        let (old, new) = (succession.old.bytes, succession.new.bytes)
        return try whileWriting { () throws(ContactError) in
            let first = try statements.keepFirst(succession)
            guard try !statements.isContradicted(old) else { throw .successionConflict }
            guard first == succession.new else {
                _ = try update(old) { $0.markChanged() }
                try updateDescendants(of: old) { $0.isChanged = true }
                // Last, so that a run that finds it knows that the contacts are changed.
                try statements.keepConflicting(succession)
                throw .successionConflict
            }
            guard try !isKnownRevoked(old), try !isKnownRevoked(new) else {
                throw .identityRevoked
            }
            guard let earlier = try identityRecord(of: old) else { return .unknownSender }
            if try statements.isFollowed(old), try identityRecord(of: new) != nil {
                return .unchanged
            }
            try statements.beginFollowing(succession)
            try copyContact(earlier, of: succession)
            try statements.noteFollowed(succession)
            return .followed
        }
    }

    /// Gives the identity that was followed, and each that descends from it, what `body` makes of
    /// its record.
    ///
    /// The walk of R-68. Successions lead from each identity to one other at the most, so this is a
    /// walk along a line or into a circle. It ends behind a verified identity: what a person has
    /// compared does not depend on who named it. An identity that is no contact does not end it.
    func updateDescendants(
        of identity: [UInt8],
        _ body: (inout IdentityRecord) -> Void
    ) throws(ContactError) {
        var visited: Set<[UInt8]> = []
        var last = identity
        while let next = try statements.successor(of: last), visited.insert(next).inserted {
            let record = try update(next) { body(&$0) }
            if record?.trust == .verified { return }
            last = next
        }
    }

    private func copyContact(
        _ earlier: IdentityRecord,
        of succession: SenderIdentity.Succession
    ) throws(ContactError) {
        let (old, new) = (succession.old.bytes, succession.new.bytes)
        let entry = ContactEntry(
            name: nil,
            identity: succession.new,
            preview: earlier.preview,
            kind: earlier.kind
        )
        let fresh = try newRecord(of: entry)
        var record = try identityRecord(of: new) ?? fresh
        record.name = record.name ?? earlier.name
        record.inherit(earlier)
        if let name = record.name { try noteLookalike(name, of: new) }
        try replace(.identity(new), with: record)
        if earlier.trust == .blocked || earlier.trust == .changed {
            try updateDescendants(of: old) { $0.inherit(earlier) }
        }
        if earlier.trust == .verified || earlier.isUnconfirmed {
            try updateDescendants(of: old) { $0.markUnconfirmed() }
        }
        for code in try codes(of: old) { try move(code, from: old, to: new) }
        try copyAvatar(from: old, to: new)
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
            try noteLookalike(name.name, of: new)
            _ = try create(.name(new, code: code), with: name)
        }
        guard known != new else { return }
        try replace(.code(code), with: CodeRecord(identity: new))
    }
}
