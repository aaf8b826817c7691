// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

/// The contacts of a store, as files carry them.
public struct ContactExport: Hashable, Sendable {
    /// The contacts that could be read, in the order of a listing.
    public let entries: [ContactEntry]
    /// The errors of other records, which could not be read.
    public let failures: [ContactError]
}

extension ContactBook {
    /// Every contact for a file.
    ///
    /// A code that is known under a sender's next identity is written for that one only, so that
    /// what is read again has no conflict; an identity that is left without a name by that is
    /// written without one, so that its status is not lost. A revoked identity is written as
    /// blocked: without the revocation its reader need not believe it. Candidates,
    /// pictures and when contacts were last seen stay here.
    ///
    /// - Throws: ``ContactError/store(_:)`` if the records cannot be listed.
    public func export() throws(ContactError) -> ContactExport {
        let index = try index()
        let listing = index.listing
        var written = Set(
            listing.contacts.lazy.filter(index.isCurrent).map(\.identity.bytes)
        )
        let entries = listing.contacts.compactMap { contact -> ContactEntry? in
            if index.isCurrent(contact) {
                return ContactEntry(contact, name: contact.name, code: contact.code)
            }
            guard written.insert(contact.identity.bytes).inserted else { return nil }
            return ContactEntry(contact, name: nil, code: nil)
        }
        return ContactExport(entries: entries, failures: listing.failures)
    }
}

extension ContactEntry {
    /// A contact under a name of its own, or under none.
    fileprivate init(_ contact: Contact, name: String?, code: String?) {
        let status = contact.status
        self.init(
            name: name,
            identity: contact.identity,
            code: code,
            trust: status.isRevoked ? .blocked : status.trust,
            preview: status.preview,
            kind: status.kind
        )
    }
}

extension ContactBook {
    /// Adds many contacts, far faster than one after the other.
    ///
    /// Each is added or refused by itself, as ``add(name:identity:code:kind:)`` would: a code that
    /// is known under another identity marks that one, also if it has a successor, and a contact that
    /// is there keeps its status. A candidate that is blocked stays so. One that is new gets the preview policy that its entry says, and is blocked or
    /// changed if it says so. It is verified only if `keepsTrust` is set, for one's own export:
    /// any program can write a file, but only comparing safety numbers verifies. The same holds for
    /// services.
    ///
    /// Unless `renames` is set, an entry that would rename a known identity, be it by an earlier
    /// entry, or give one that was known before a further name, is refused as
    /// ``ContactError/wouldRename``.
    ///
    /// A kill on the way leaves each entry added, not added, or without its name; the same import
    /// again completes it.
    ///
    /// - Parameters:
    ///   - entries: The contacts, in order. All are held in memory until they are written; some
    ///     thousands at once are enough.
    ///   - keepsTrust: Whether entries that say so are verified, or services.
    ///   - renames: Whether entries may rename known identities and give them further names.
    /// - Returns: The result of each entry, in order.
    /// - Throws: ``ContactError/store(_:)`` if the store can't be used; any of the entries may
    ///   have been added then.
    public func add(
        _ entries: [ContactEntry],
        keepsTrust: Bool = false,
        renames: Bool = false
    ) throws(ContactError) -> [Result<AddOutcome, ContactError>] {
        var added = AddedIdentities()
        return try add(entries, keepsTrust: keepsTrust, renames: renames, after: &added)
    }

    /// Adds one part of a longer import; `added` are the identities that its earlier parts added.
    package func add(
        _ entries: [ContactEntry],
        keepsTrust: Bool,
        renames: Bool,
        after added: inout AddedIdentities
    ) throws(ContactError) -> [Result<AddOutcome, ContactError>] {
        try whileWriting { () throws(ContactError) in
            var earlier = added
            defer { added = earlier }
            var results: [Result<AddOutcome, ContactError>] = []
            var batch = ContactBatch(of: self)
            for var entry in entries {
                if !keepsTrust {
                    entry.kind = .person
                    if entry.trust == .verified { entry.trust = .unverified }
                }
                entry = try asImported(entry)
                let isNew = try isNew(entry, &earlier)
                let result = try result(
                    of: entry,
                    isNew: isNew,
                    renames: renames,
                    in: &batch,
                    after: &results
                )
                results.append(result)
            }
            try batch.write(correcting: &results)
            return results
        }
    }

    private func result(
        of entry: ContactEntry,
        isNew: Bool,
        renames: Bool,
        in batch: inout ContactBatch,
        after results: inout [Result<AddOutcome, ContactError>]
    ) throws(ContactError) -> Result<AddOutcome, ContactError> {
        let place = results.count
        let taken = try result { () throws(ContactError) in
            try ContactText.check(entry)
            if !renames {
                // Of what this import added, too, the first name stays.
                let isRefused = try isNew ? batch.replacesName(entry) : batch.wouldRename(entry)
                if isRefused { throw .wouldRename }
            }
            return try batch.take(entry, place: place)
        }
        switch taken {
        case .success(let outcome?): return .success(outcome)
        case .failure(let error): return .failure(error)
        case .success(nil): break
        }
        // It changes what is there, so everything before it goes first.
        try batch.write(correcting: &results)
        return try result { () throws(ContactError) in
            try add(entry, isImport: true)
        }
    }

    /// Whether this import brought the identity: all names of it that it has are added then.
    private func isNew(
        _ entry: ContactEntry,
        _ added: inout AddedIdentities
    ) throws(ContactError) -> Bool {
        let identity = entry.identity.bytes
        if added.contains(identity) { return true }
        let known = try result { () throws(ContactError) in try identityRecord(of: identity) }
        guard case .success(nil) = known else { return false }
        added.insert(identity)
        return true
    }

    /// What became of one entry: what says something about the store and not about the entry is
    /// thrown.
    func result<Outcome>(
        _ body: () throws(ContactError) -> Outcome
    ) throws(ContactError) -> Result<Outcome, ContactError> {
        do throws(ContactError) {
            return .success(try body())
        } catch .store(let error) where error != .corrupted {
            throw .store(error)
        } catch {
            return .failure(error)
        }
    }
}
