// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

/// A sender that the device knows: a contact, or a candidate, which has nothing but its contact's.
struct KnownSender {
    /// The contact whose names, kind and preview policy count.
    let contact: [UInt8]
    /// The contact's record.
    let record: IdentityRecord
    let isCandidate: Bool

    /// What counts for its messages; a candidate has no trust of its own.
    func status(isRevoked: Bool) -> ContactStatus {
        ContactStatus(
            trust: isCandidate && record.trust != .blocked ? .unverified : record.trust,
            preview: record.preview,
            isRevoked: isRevoked,
            kind: record.kind,
            isCandidate: isCandidate
        )
    }
}

extension ContactBook {
    /// The most open candidates of a contact (D-7).
    static let candidateLimit = 8

    /// The contact or open candidate with this identity; nil for any other (D-6).
    ///
    /// A contact counts before a candidate's record. One read for a contact, three for a candidate.
    func known(_ identity: [UInt8]) throws(ContactError) -> KnownSender? {
        if let contact = try contact(identity) { return contact }
        guard let candidate = try record(CandidateRecord.self, .candidate(identity)) else {
            // A candidate that was taken between the two reads is a contact now.
            return try contact(identity)
        }
        guard candidate.state == .open, try isLive(candidate, of: identity),
            let record = try identityRecord(of: candidate.contact)
        else { return nil }
        return KnownSender(contact: candidate.contact, record: record, isCandidate: true)
    }

    private func contact(_ identity: [UInt8]) throws(ContactError) -> KnownSender? {
        try identityRecord(of: identity).map {
            KnownSender(contact: identity, record: $0, isCandidate: false)
        }
    }

    /// Whether the candidate's contact is there and has taken no other one: else it is gone.
    func isLive(
        _ candidate: CandidateRecord,
        of identity: [UInt8]
    ) throws(ContactError) -> Bool {
        guard let contact = try identityRecord(of: candidate.contact) else { return false }
        // Until it is a contact itself, one that is being taken is a candidate (D-10).
        return contact.successor == nil || contact.successor == identity
    }

    /// The record of a candidate that is not a contact, of whatever state.
    func candidate(_ identity: [UInt8]) throws(ContactError) -> CandidateRecord? {
        guard try identityRecord(of: identity) == nil else { return nil }
        return try record(CandidateRecord.self, .candidate(identity))
    }

    /// The identities with open records of this contact.
    func openCandidates(of contact: [UInt8]) throws(ContactError) -> [[UInt8]] {
        try records(.candidates).records.compactMap { record in
            guard let candidate = CandidateRecord(reading: record.contents) else { return nil }
            return candidate.contact == contact && candidate.state == .open ? record.id : nil
        }
    }

    /// Erases the open candidates of a contact, besides one that is taken; what a person removed or
    /// blocked stays so (D-12).
    func eraseCandidates(
        of contact: [UInt8],
        besides taken: [UInt8]? = nil
    ) throws(ContactError) {
        for identity in try openCandidates(of: contact) where identity != taken {
            try removeRecord(.candidate(identity))
        }
    }

    /// Removes or blocks a candidate, whatever statements come again (D-12), and says whether it is
    /// one.
    func put(
        _ state: CandidateRecord.State,
        _ identity: [UInt8]
    ) throws(ContactError) -> Bool {
        guard var candidate = try candidate(identity) else { return false }
        switch candidate.state {
        case .open: guard try isLive(candidate, of: identity) else { return false }
        case .removed: return false
        case .blocked: break
        }
        candidate.state = state
        try replace(.candidate(identity), with: candidate)
        return true
    }

    /// Unblocks a candidate: it is open again, unless its contact is gone or has a successor.
    func unblockCandidate(_ identity: [UInt8]) throws(ContactError) -> Bool {
        guard var candidate = try candidate(identity), candidate.state != .removed else {
            return false
        }
        guard try isLive(candidate, of: identity) else {
            try removeRecord(.candidate(identity))
            return true
        }
        candidate.state = .open
        try replace(.candidate(identity), with: candidate)
        return true
    }

    /// Forgets the record of an identity that has become a contact.
    func forgetCandidate(_ identity: [UInt8]) throws(ContactError) {
        guard try record(CandidateRecord.self, .candidate(identity)) != nil else { return }
        try removeRecord(.candidate(identity))
    }

    /// Whether a contact is revoked or has a successor, so that its codes may move (D-5).
    func hasEnded(_ contact: [UInt8]) throws(ContactError) -> Bool {
        if try isRevoked(contact) { return true }
        return try identityRecord(of: contact)?.successor != nil
    }
}
