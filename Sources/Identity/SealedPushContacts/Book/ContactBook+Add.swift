// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// Names a sender, or with a code one of the persons that it writes for.
    ///
    /// A new identity is unverified, shown in full and of the given kind; a known one keeps its
    /// status. The name is kept as it was typed. It has 1 to 128 bytes of UTF-8, and a code 1 to
    /// 64. Neither may hold control characters, line breaks or characters that turn the direction
    /// of text.
    ///
    /// A candidate becomes a contact of its own by this, and gets nothing of the contact after
    /// which it was named (D-11).
    ///
    /// If the code is known under another identity, the call adds nothing, marks that identity as
    /// changed (a blocked one stays blocked), and fails. The contact has a new key, or another
    /// person uses its name. A person compares safety numbers, and either verifies the known
    /// identity by ``setStatus(_:of:)``, or takes the code from it by ``remove(identity:code:)``
    /// and adds again. If the known identity is revoked or has a successor, the code moves (D-5).
    ///
    /// The identity's record is written first and the name last, so a kill on the way leaves a
    /// contact without the name, never a name without status. Adding again completes it.
    ///
    /// - Throws: ``ContactError/identityChanged``, a refusal of the name or the code, or
    ///   ``ContactError/store(_:)``.
    @discardableResult
    public func add(
        name: String,
        identity: SenderIdentity,
        code: String? = nil,
        kind: ContactStatus.Kind = .person
    ) throws(ContactError) -> AddOutcome {
        let entry = ContactEntry(name: name, identity: identity, code: code, kind: kind)
        try ContactText.check(entry)
        return try whileWriting { () throws(ContactError) in try add(entry, isImport: false) }
    }

    /// Adds a checked entry while nothing else changes; a known identity keeps its status.
    func add(_ entry: ContactEntry, isImport: Bool) throws(ContactError) -> AddOutcome {
        let entry = isImport ? try asImported(entry) : entry
        let outcome = try addName(entry, isImport: isImport)
        // The contact counts before it.
        try forgetCandidate(entry.identity.bytes)
        return outcome
    }

    /// A candidate that is blocked, itself or with its contact, stays so if an import adds it: only
    /// the person unblocks (D-11).
    func asImported(_ entry: ContactEntry) throws(ContactError) -> ContactEntry {
        let known = try result { () throws(ContactError) in
            try status(of: entry.identity.bytes)
        }
        // A record that can't be read is an error once the entry is added.
        guard case .success(let status?) = known, status.isCandidate, status.trust == .blocked
        else { return entry }
        var entry = entry
        entry.trust = .blocked
        return entry
    }

    private func addName(
        _ entry: ContactEntry,
        isImport: Bool
    ) throws(ContactError) -> AddOutcome {
        guard let code = entry.code else { return try addOwnName(entry) }
        try claim(code, for: entry, isImport: isImport)
        let id = ContactRecordID.name(entry.identity.bytes, code: code)
        let earlier = try record(NameRecord.self, id)?.name
        guard let name = entry.name, !ContactText.isSame(earlier, name) else {
            try sync()
            return .unchanged
        }
        try noteLookalike(name, of: entry.identity.bytes)
        try replace(id, with: NameRecord(name: name))
        return earlier == nil ? .added : .renamed
    }

    private func addOwnName(_ entry: ContactEntry) throws(ContactError) -> AddOutcome {
        let id = ContactRecordID.identity(entry.identity.bytes)
        guard var record = try record(IdentityRecord.self, id) else {
            var fresh = IdentityRecord(entry)
            fresh.name = entry.name
            try forgetTaken(entry.identity.bytes)
            if let name = entry.name { try noteLookalike(name, of: entry.identity.bytes) }
            // Else another process was faster.
            return try create(id, with: fresh) ? .added : addOwnName(entry)
        }
        let earlier = record.name
        guard let name = entry.name, !ContactText.isSame(earlier, name) else {
            try sync()
            return .unchanged
        }
        record.name = name
        try noteLookalike(name, of: entry.identity.bytes)
        try replace(id, with: record)
        return earlier == nil ? .added : .renamed
    }

    /// Makes sure that the identity has a record and that `code` is known under it.
    ///
    /// A record that this call has made, `isNew`, goes again if the code is refused.
    private func claim(
        _ code: String,
        for entry: ContactEntry,
        isImport: Bool,
        isNew: Bool = false
    ) throws(ContactError) {
        let identity = entry.identity.bytes
        let known = try record(CodeRecord.self, .code(code))?.identity
        if let known, known != identity {
            let moves = isImport ? false : try hasEnded(known)
            if !moves {
                do throws(ContactError) {
                    try refuseUnlessGone(known)
                } catch {
                    if isNew { try removeRecord(.identity(identity)) }
                    throw error
                }
            }
            try removeRecord(.code(code))
        }
        let wasMade = try ensureRecord(of: entry)
        // One that was known under the identity before it is a contact is gone by now.
        guard known != identity || wasMade else { return }
        guard try create(.code(code), with: CodeRecord(identity: identity)) else {
            // Another process was faster, for this identity or for another one.
            return try claim(code, for: entry, isImport: isImport, isNew: wasMade || isNew)
        }
    }

    /// Makes the identity a contact, and says whether it was none.
    private func ensureRecord(of entry: ContactEntry) throws(ContactError) -> Bool {
        let identity = entry.identity.bytes
        guard try identityRecord(of: identity) == nil else { return false }
        try forgetTaken(identity)
        return try create(.identity(identity), with: IdentityRecord(entry))
    }

    /// Marks the identity that a code is known under, unless it is a contact no longer.
    private func refuseUnlessGone(_ known: [UInt8]) throws(ContactError) {
        guard try update(known, { $0.markChanged() }) != nil else { return }
        throw .identityChanged
    }
}

extension IdentityRecord {
    /// The record of an identity that is no contact yet, without a name.
    init(_ entry: ContactEntry) {
        self.init(trust: entry.trust, preview: entry.preview, kind: entry.kind)
    }
}
