// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension ContactBook {
    /// Removes the name of one code, or without a code everything about `identity`.
    ///
    /// The open candidates of a contact go with it. A candidate that is removed is none any more,
    /// whatever statements come again, until it is added (D-12).
    ///
    /// The identity's own record is removed last, so a kill on the way never leaves a name without
    /// status; removing again completes it. Damaged records can be removed, too.
    ///
    /// - Returns: Whether there was something to remove.
    /// - Throws: ``ContactError/store(_:)``.
    @discardableResult
    public func remove(
        identity: SenderIdentity,
        code: String? = nil
    ) throws(ContactError) -> Bool {
        let identity = identity.bytes
        return try whileWriting { () throws(ContactError) in
            if let code { return try removeName(of: identity, code: code) }
            return try remove(identity, leaving: nil)
        }
    }

    /// Removes everything about a contact that a pairing has made, which is again the candidate that
    /// it was.
    ///
    /// The candidate's record comes first, so a kill on the way leaves the contact, and removing
    /// again completes it.
    func undo(_ identity: [UInt8], candidate: CandidateRecord?) throws(ContactError) {
        try whileWriting { () throws(ContactError) in
            var left = candidate
            // Whose contact is gone, or has taken another one, is none any more.
            if let candidate, candidate.state == .open, try !isLive(candidate, of: identity) {
                left = nil
            }
            if let left { try replace(.candidate(identity), with: left) }
            _ = try remove(identity, leaving: left)
        }
    }

    private func remove(
        _ identity: [UInt8],
        leaving candidate: CandidateRecord?
    ) throws(ContactError) -> Bool {
        let removed = try result { () throws(ContactError) in try put(.removed, identity) }
        if removed == .success(true) { return true }
        let names = try list().contacts.filter { $0.identity.bytes == identity }
        // The endpoint of a pairing is the successor's then (L-34).
        if (try? identityRecord(of: identity))?.successor != nil {
            try? PairingBook(store).noteSuccessors()
        }
        try forgetNames(of: identity)
        if let heir = try unfinishedSuccessor(of: identity) { try forgetNames(of: heir) }
        try forgetSeen(identity)
        try eraseCandidates(of: identity)
        let wasCandidate = candidate == nil ? try removeOpenCandidate(identity) : false
        let wasContact = try removeRecord(.identity(identity))
        // Once more: an extension that has seen the contact may have noted something meanwhile.
        try forgetSeen(identity)
        try eraseCandidates(of: identity)
        for name in names.compactMap(\.name) { try forgetLookalike(name, of: identity) }
        return wasContact || wasCandidate
    }

    /// The identity that a taking was giving the contact's names to when it was killed.
    private func unfinishedSuccessor(of identity: [UInt8]) throws(ContactError) -> [UInt8]? {
        let heir = try result { () throws(ContactError) -> [UInt8]? in
            guard let heir = try identityRecord(of: identity)?.successor,
                try identityRecord(of: heir) == nil
            else { return nil }
            return heir
        }
        // A record that can't be read is removed, too.
        guard case .success(let heir) = heir else { return nil }
        return heir
    }

    /// Removes what is left of a candidate that has become a contact, and a record that can't be
    /// read.
    private func removeOpenCandidate(_ identity: [UInt8]) throws(ContactError) -> Bool {
        let left = try result { () throws(ContactError) in
            try record(CandidateRecord.self, .candidate(identity))?.state
        }
        switch left {
        case .success(nil), .success(.removed), .success(.blocked): return false
        case .success(.open), .failure: return try removeRecord(.candidate(identity))
        }
    }

    /// Erases what a taking that was killed gave to a candidate, before it is added (D-11).
    func forgetTaken(_ identity: [UInt8]) throws(ContactError) {
        let left = try result { () throws(ContactError) in
            try candidate(identity)?.state
        }
        if case .success(_?) = left { try forgetNames(of: identity) }
    }

    /// Removes the codes of an identity with their names, and its picture.
    func forgetNames(of identity: [UInt8]) throws(ContactError) {
        for code in try codes(of: identity) {
            try removeName(of: identity, code: code)
        }
        try removeRecord(.avatar(identity))
    }

    @discardableResult
    private func removeName(of identity: [UInt8], code: String) throws(ContactError) -> Bool {
        let wasNamed = try removeRecord(.name(identity, code: code))
        let wasKnown = try isKnown(code, under: identity)
        if wasKnown { try removeRecord(.code(code)) }
        return wasNamed || wasKnown
    }

    /// A record that cannot be read pins the code to no identity, so any caller may remove it.
    private func isKnown(_ code: String, under identity: [UInt8]) throws(ContactError) -> Bool {
        do throws(ContactError) {
            return try record(CodeRecord.self, .code(code))?.identity == identity
        } catch .store(.corrupted) {
            return true
        }
    }

    /// The codes that have a name under `identity` or are known under it.
    func codes(of identity: [UInt8]) throws(ContactError) -> [String] {
        let codes = try records().records.compactMap { record -> String? in
            switch ContactRecordID(reading: record.id) {
            case .name(identity, let code): code
            case .code(let code)
            where CodeRecord(reading: record.contents)?.identity == identity: code
            default: nil
            }
        }
        // By their bytes: `==` takes other spellings of an accent for the same.
        return Set(codes.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
    }
}
