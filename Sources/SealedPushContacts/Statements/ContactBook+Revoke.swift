// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What a revocation did.
public enum RevokeOutcome: Hashable, Sendable {
    /// A contact's messages are not shown any more.
    case revoked
    /// It was revoked before.
    case unchanged
    /// The identity is no contact; its messages are not shown either.
    case unknownSender
}

extension ContactBook {
    /// Silences an identity that its owner has revoked, whether or not it is a contact, now or later.
    ///
    /// Nothing takes that back: neither unblocking nor removing and adding again. The identity
    /// has no successor any more; where one was followed before, that contact is marked as changed, since
    /// whoever took the old key may have made the succession; a blocked one stays blocked.
    ///
    /// Revoking again completes what a killed run began, and changes nothing where all was done.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    @discardableResult
    public func revoke(_ revocation: SenderRevocation) throws(ContactError) -> RevokeOutcome {
        let identity = revocation.sender.bytes
        return try whileWriting { () throws(ContactError) in
            guard try !statements.isRevoked(identity) else {
                try statements.sync()
                return .unchanged
            }
            if let successor = try followedSuccessor(of: identity) { try markChanged(successor) }
            let contact = try identityRecord(of: identity)
            if var contact {
                var standing = contact.standing
                standing.isRevoked = true
                contact.decide(standing)
                try replace(.identity(identity), with: contact)
            }
            // Last, so that whoever finds it knows that the contacts are marked.
            try statements.keep(revocation)
            return contact == nil ? .unknownSender : .revoked
        }
    }

    /// Whether an identity that is no contact was revoked; of a contact its standing says so.
    ///
    /// One read.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    package func isRevoked(_ identity: [UInt8]) throws(ContactError) -> Bool {
        try statements.isRevoked(identity)
    }

    var statements: SenderStatements { SenderStatements(store: store) }

    /// Whether it was revoked, also where the run that did so was stopped on the way.
    func isKnownRevoked(_ identity: [UInt8]) throws(ContactError) -> Bool {
        if try statements.isRevoked(identity) { return true }
        return try identityRecord(of: identity)?.standing.isRevoked ?? false
    }

    /// Marks the contacts of two successions that contradict each other.
    func markContradicted(_ old: [UInt8]) throws(ContactError) {
        let successor = try followedSuccessor(of: old)
        for identity in [old, successor].compactMap(\.self) { try markChanged(identity) }
    }

    /// Marks a contact as changed; a blocked one stays blocked, and is changed once it is unblocked.
    func markChanged(_ identity: [UInt8]) throws(ContactError) {
        guard let earlier = try identityRecord(of: identity) else { return }
        var record = earlier
        record.markChanged()
        guard record != earlier else { return try sync() }
        try replace(.identity(identity), with: record)
    }

    /// The identity that a succession was followed to, also where that was begun only.
    private func followedSuccessor(of old: [UInt8]) throws(ContactError) -> [UInt8]? {
        guard let first = try statements.first(from: old)?.bytes else { return nil }
        if try statements.isFollowed(old) { return first }
        return try identityRecord(of: old) == nil ? nil : first
    }
}
