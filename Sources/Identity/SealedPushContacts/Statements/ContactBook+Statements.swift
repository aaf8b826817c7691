// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

/// The result of a succession.
public enum SuccessionOutcome: Hashable, Sendable {
    /// The new identity is a candidate now.
    case named
    /// It was named, or taken as the successor, before.
    case unchanged
    /// The old identity is neither a contact nor an open candidate, so nothing was kept.
    case unknownSender
    /// The new identity is a contact of its own, or a candidate of another contact, or a person has
    /// removed or blocked it; it gets nothing.
    case decided
    /// The contact has a successor already.
    case hasSuccessor
    /// The contact has 8 open candidates.
    case tooManyCandidates
}

/// The result of a revocation.
public enum RevocationOutcome: Hashable, Sendable {
    /// The messages of a contact or candidate are not shown any more.
    case revoked
    /// It was revoked before.
    case unchanged
    /// The identity is neither; its messages are not shown either.
    case unknownSender
}

extension ContactBook {
    /// Makes a sender's next identity a candidate of its contact (D-6, D-7).
    ///
    /// A succession gives nothing away, since a thief of the old key can sign one: the candidate
    /// has no name of its own, and its messages are shown labelled under the contact's. Only
    /// ``verify(_:by:device:)`` and ``take(_:)`` make it a contact.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    @discardableResult
    public func apply(
        _ succession: SenderIdentity.Succession
    ) throws(ContactError) -> SuccessionOutcome {
        try whileWriting { () throws(ContactError) in try name(succession) }
    }

    /// Silences an identity that its owner has revoked, even if the device does not know it
    /// (D-8).
    ///
    /// Nothing takes that back, and nothing else changes: a thief of the key can revoke it, too.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    @discardableResult
    public func apply(
        _ revocation: SenderIdentity.Revocation
    ) throws(ContactError) -> RevocationOutcome {
        let id = ContactRecordID.revocation(revocation.sender.bytes)
        guard try create(id, with: RevocationRecord(revocation)) else {
            try sync(.statements)
            return .unchanged
        }
        return try known(revocation.sender.bytes) == nil ? .unknownSender : .revoked
    }

    /// Applies what came with a message, in order (D-13).
    ///
    /// It creates records only, each if it is not there, so an extension needs no lock (D-15).
    /// Nothing is kept of an identity that is neither a contact nor an open candidate (D-14).
    ///
    /// - Throws: ``ContactError/store(_:)``.
    package func apply(_ statements: [Statement]) throws(ContactError) {
        for statement in statements {
            switch statement {
            case .succession(let succession):
                _ = try name(succession)
            case .revocation(let revocation):
                if try known(revocation.sender.bytes) != nil { try apply(revocation) }
            default: continue
            }
        }
    }

    /// Whether a sender would be silenced if these statements were applied; nothing is written.
    package func isSilenced(
        _ sender: [UInt8],
        by statements: [Statement]
    ) throws(ContactError) -> Bool {
        var named: [[UInt8]: KnownSender] = [:]
        var revoked: Set<[UInt8]> = []
        func known(_ identity: SenderIdentity) throws(ContactError) -> KnownSender? {
            if let sender = named[identity.bytes] { return sender }
            return try self.known(identity.bytes)
        }
        for statement in statements {
            switch statement {
            case .succession(let succession):
                let new = succession.new.bytes
                guard named[new] == nil, let old = try known(succession.old) else { continue }
                let more = named.values.count { $0.contact == old.contact }
                guard try outcome(of: succession, old, besides: more) == .named else { continue }
                named[new] = KnownSender(
                    contact: old.contact,
                    record: old.record,
                    isCandidate: true
                )
            case .revocation(let revocation):
                guard try known(revocation.sender) != nil else { continue }
                revoked.insert(revocation.sender.bytes)
            default: continue
            }
        }
        return revoked.contains(sender) || named[sender]?.record.trust == .blocked
    }

    /// Whether an identity was revoked, contact or not.
    ///
    /// One read.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    package func isRevoked(_ identity: [UInt8]) throws(ContactError) -> Bool {
        try record(RevocationRecord.self, .revocation(identity)) != nil
    }

    private func name(
        _ succession: SenderIdentity.Succession
    ) throws(ContactError) -> SuccessionOutcome {
        guard let old = try known(succession.old.bytes) else { return .unknownSender }
        let outcome = try outcome(of: succession, old)
        switch outcome {
        case .named:
            let id = ContactRecordID.candidate(succession.new.bytes)
            return try create(id, with: CandidateRecord(of: old.contact)) ? .named : .unchanged
        case .unchanged, .decided: try sync(.candidates)
        default: break
        }
        return outcome
    }

    /// What a succession comes to if its contact has so many candidates more than are stored; named
    /// if it would be.
    private func outcome(
        of succession: SenderIdentity.Succession,
        _ old: KnownSender,
        besides more: Int = 0
    ) throws(ContactError) -> SuccessionOutcome {
        let new = succession.new.bytes
        guard old.record.successor != new else { return .unchanged }
        guard try identityRecord(of: new) == nil else { return .decided }
        if let earlier = try candidate(new) {
            return earlier.contact == old.contact && earlier.state == .open ? .unchanged : .decided
        }
        guard old.record.successor == nil else { return .hasSuccessor }
        guard try openCandidates(of: old.contact).count + more < Self.candidateLimit else {
            return .tooManyCandidates
        }
        return .named
    }
}
