// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The result of a revocation.
public enum RevokeOutcome: Hashable, Sendable {
    /// A contact's messages are not shown any more.
    case revoked
    /// It was revoked before.
    case unchanged
    /// The identity is no contact; its messages are not shown either.
    case unknownSender
}

extension ContactBook {
    /// Silences an identity that its owner has revoked, even if it is no contact yet.
    ///
    /// Nothing takes that back: neither unblocking nor removing and adding again. No succession
    /// from or to the identity is followed any more. Every identity that descends from it by
    /// followed successions becomes changed, since a thief of the key may have named the
    /// first of them.
    ///
    /// - A blocked identity stays blocked, and is changed once it is unblocked.
    /// - A verified identity stays verified, and those that descend from it stay as they are. Of
    ///   such a contact ``Contact/isChangedSinceVerified`` is true.
    /// - If a person verifies an identity later, revoking again does not undo that.
    ///
    /// Revoking again completes what a killed run began, and changes nothing once all is done.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    @discardableResult
    public func revoke(_ revocation: SenderIdentity.Revocation) throws(ContactError)
        -> RevokeOutcome
    {
        let identity = revocation.sender.bytes
        return try whileWriting { () throws(ContactError) in
            guard try !statements.isRevoked(identity) else {
                try statements.sync()
                return .unchanged
            }
            let contact = try update(identity) { $0.isRevoked = true }
            try updateDescendants(of: identity) { $0.isChanged = true }
            // Last, so that a run that finds it knows that the contacts are changed.
            try statements.keep(revocation)
            return contact == nil ? .unknownSender : .revoked
        }
    }

    /// Whether an identity that is no contact was revoked; of a contact its status says so.
    ///
    /// One read.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    package func isRevoked(_ identity: [UInt8]) throws(ContactError) -> Bool {
        try statements.isRevoked(identity)
    }

    var statements: SenderStatements { SenderStatements(store: store) }

    /// Whether it was revoked, also if the run that did so was killed on the way.
    func isKnownRevoked(_ identity: [UInt8]) throws(ContactError) -> Bool {
        if try statements.isRevoked(identity) { return true }
        return try identityRecord(of: identity)?.isRevoked ?? false
    }
}
