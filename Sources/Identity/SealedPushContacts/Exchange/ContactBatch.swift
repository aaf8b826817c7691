// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The identities that one import brought.
package struct AddedIdentities: Sendable {
    /// The 32 bytes of an identity: all of them, since an attacker can make a key that begins like
    /// another.
    private struct Key: Hashable {
        let first: UInt128
        let second: UInt128

        init(_ identity: [UInt8]) {
            func number(_ bytes: ArraySlice<UInt8>) -> UInt128 {
                bytes.reduce(0) { $0 << 8 | UInt128($1) }
            }
            (first, second) = (number(identity.prefix(16)), number(identity.dropFirst(16)))
        }
    }

    private var keys: Set<Key> = []

    /// None.
    package init() {}

    func contains(_ identity: [UInt8]) -> Bool { keys.contains(Key(identity)) }

    mutating func insert(_ identity: [UInt8]) { keys.insert(Key(identity)) }
}

/// New contacts that are written together.
///
/// An entry that changes what is there is not for it. What it holds is new to the store, and
/// consistent in itself.
struct ContactBatch {
    private let book: ContactBook
    /// What was taken, with its place among the results.
    private var entries: [(place: Int, entry: ContactEntry)] = []
    private var identities: [[UInt8]: IdentityRecord] = [:]
    private var codes: [[UInt8]: CodeRecord] = [:]
    private var names: [[UInt8]: NameRecord] = [:]
    /// Whether something was found as it should be, which may not be durable.
    private var isFound = false

    init(of book: ContactBook) {
        self.book = book
    }

    /// Whether an entry gives another name to an identity that was a contact before the batch.
    ///
    /// A code that is known under another identity is no name of this one yet: the entry is a
    /// conflict, which adding it notes.
    func wouldRename(_ entry: ContactEntry) throws(ContactError) -> Bool {
        guard let name = entry.name,
            let known = try book.identityRecord(of: entry.identity.bytes)
        else { return false }
        guard let code = entry.code else {
            // Also a first name of its own, for a contact that only its codes name so far.
            return !ContactText.isSame(known.name, name)
        }
        let owner = try book.record(CodeRecord.self, .code(code))?.identity
        let id = ContactRecordID.name(entry.identity.bytes, code: code)
        let earlier = try book.record(NameRecord.self, id)?.name
        guard owner == nil || owner == entry.identity.bytes else { return false }
        // A code without a name: the import that began to add it was stopped.
        guard earlier != nil || owner == nil else { return false }
        return !ContactText.isSame(earlier, name)
    }

    /// Whether an entry gives another name to what has one, be it by the batch itself.
    func replacesName(_ entry: ContactEntry) throws(ContactError) -> Bool {
        guard let name = entry.name else { return false }
        var earlier: String?
        if let code = entry.code {
            let identity = entry.identity.bytes
            let isStored = isStored(identity, try record(of: identity))
            earlier = try self.name(of: identity, code: code, isStored: isStored)?.name
        } else {
            earlier = try record(of: entry.identity.bytes)?.name
        }
        return earlier.map { !ContactText.isSame($0, name) } ?? false
    }

    /// Takes an entry that adds something or nothing, and says which; nil for one that changes what
    /// is there.
    mutating func take(
        _ entry: ContactEntry,
        place: Int
    ) throws(ContactError) -> AddOutcome? {
        let outcome =
            if let code = entry.code, let name = entry.name {
                try take(entry, name: name, code: code)
            } else {
                try takeOwnName(entry)
            }
        if outcome == .added { entries.append((place, entry)) }
        if outcome == .unchanged { isFound = true }
        return outcome
    }

    private mutating func takeOwnName(_ entry: ContactEntry) throws(ContactError) -> AddOutcome? {
        let identity = entry.identity.bytes
        guard let known = try record(of: identity) else {
            var record = IdentityRecord(entry)
            record.name = entry.name
            identities[identity] = record
            return .added
        }
        guard let name = entry.name, !ContactText.isSame(known.name, name) else {
            return .unchanged
        }
        guard known.name == nil, identities[identity] != nil else { return nil }
        identities[identity]?.name = name
        return .added
    }

    private mutating func take(
        _ entry: ContactEntry,
        name: String,
        code: String
    ) throws(ContactError) -> AddOutcome? {
        let identity = entry.identity.bytes
        let codeID = ContactRecordID.code(code)
        let known = try record(of: identity)
        var owner = codes[codeID.bytes]
        if owner == nil { owner = try book.record(CodeRecord.self, codeID) }
        guard owner == nil || owner?.identity == identity else { return nil }
        let isStored = isStored(identity, known)
        if let earlier = try self.name(of: identity, code: code, isStored: isStored) {
            return owner != nil && ContactText.isSame(earlier.name, name) ? .unchanged : nil
        }
        if known == nil { identities[identity] = IdentityRecord(entry) }
        if owner == nil || !isStored { codes[codeID.bytes] = CodeRecord(identity: identity) }
        names[ContactRecordID.name(identity, code: code).bytes] = NameRecord(name: name)
        return .added
    }

    /// Whether the identity, of which the record is known, was a contact before the batch.
    private func isStored(_ identity: [UInt8], _ known: IdentityRecord?) -> Bool {
        known != nil && identities[identity] == nil
    }

    /// The name of a code.
    ///
    /// What a killed taking gave to an identity that is no contact yet is none, and goes when the
    /// batch is written (D-11).
    private func name(
        of identity: [UInt8],
        code: String,
        isStored: Bool
    ) throws(ContactError) -> NameRecord? {
        let id = ContactRecordID.name(identity, code: code)
        if let name = names[id.bytes] { return name }
        return isStored ? try book.record(NameRecord.self, id) : nil
    }

    private func record(of identity: [UInt8]) throws(ContactError) -> IdentityRecord? {
        if let record = identities[identity] { return record }
        return try book.identityRecord(of: identity)
    }

    /// Writes all that it holds, and then holds nothing: identities first and names last, as a
    /// single contact is.
    ///
    /// Corrects results that did not come out as was said when their entries were taken.
    mutating func write(
        correcting results: inout [Result<AddOutcome, ContactError>]
    ) throws(ContactError) {
        defer { self = ContactBatch(of: book) }
        // First, so that a kill leaves an entry too many, never one too few.
        try book.noteLookalikes(
            entries.compactMap { one in one.entry.name.map { ($0, one.entry.identity.bytes) } }
        )
        for identity in identities.keys { try book.forgetTaken(identity) }
        let isOurs = [
            try book.create(identities.map { (ContactRecordID.identity($0).bytes, $1.bytes) }),
            try book.create(codes.map { ($0, $1.bytes) }),
            try book.create(names.map { ($0, $1.bytes) }),
        ]
        if isFound { try book.sync() }
        for identity in Set(entries.map(\.entry.identity.bytes)) {
            try book.forgetCandidate(identity)
        }
        guard isOurs.contains(false) else { return }
        // Another process wrote some of them meanwhile: one by one each finds that.
        for (place, entry) in entries {
            let result = try book.result { () throws(ContactError) in
                try book.add(entry, isImport: true)
            }
            // What is there by now is most often what was just written here.
            if result != .success(.unchanged) { results[place] = result }
        }
    }
}
