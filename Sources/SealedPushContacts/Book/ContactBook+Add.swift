// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// Gives `identity` a name, or with a code the messages that it signs for that code.
    ///
    /// A new identity is unverified and shown in full; a known one keeps its standing. The name is kept as it
    /// was typed: 1 to 128 bytes of UTF-8, a code 1 to 64, both without control characters, line breaks and
    /// characters that turn the direction of text.
    ///
    /// A code that is known under another identity is never given to this one: that other identity is marked
    /// as changed (a blocked one stays blocked), nothing is added, and the call fails. Somebody has
    /// a new key, or is not who he says; a person compares safety numbers and either confirms the known one by
    /// ``setStanding(_:of:)``, or takes the code from it by ``remove(identity:code:)`` and adds again.
    ///
    /// The identity's record is written first and the name last, so a kill on the way leaves a contact without
    /// the name, never a name without standing. Adding again completes it.
    ///
    /// - Throws: ``ContactError/identityChanged``, a refusal of the name or the code, or
    ///   ``ContactError/store(_:)``.
    @discardableResult
    public func add(
        name: String,
        identity: SenderIdentity,
        code: String? = nil
    ) throws(ContactError) -> AddOutcome {
        try ContactText.check(name: name)
        guard let code else {
            return try whileWriting { () throws(ContactError) in
                try setName(name, of: identity.bytes)
            }
        }
        try ContactText.check(code: code)
        return try whileWriting { () throws(ContactError) in
            try claim(code, for: identity.bytes)
            return try setName(name, of: identity.bytes, code: code)
        }
    }

    private func setName(_ name: String, of identity: [UInt8]) throws(ContactError) -> AddOutcome {
        try ensureRecord(of: identity)
        guard var record = try identityRecord(of: identity) else { throw .unknownContact }
        let earlier = record.name
        guard !isSame(earlier, name) else {
            try sync()
            return .unchanged
        }
        record.name = name
        try replace(.identity(identity), with: record)
        return earlier == nil ? .added : .renamed
    }

    private func setName(
        _ name: String,
        of identity: [UInt8],
        code: String
    ) throws(ContactError) -> AddOutcome {
        let id = ContactRecordID.name(identity, code: code)
        let earlier = try record(NameRecord.self, id)?.name
        guard !isSame(earlier, name) else {
            try sync()
            return .unchanged
        }
        try replace(id, with: NameRecord(name: name))
        return earlier == nil ? .added : .renamed
    }

    /// Makes sure that `identity` has a record and that `code` is known under it.
    private func claim(_ code: String, for identity: [UInt8]) throws(ContactError) {
        let known = try record(CodeRecord.self, .code(code))?.identity
        if let known, known != identity {
            // An earlier identity of the same sender keeps its names, see `follow`; the code is not given back.
            guard try record(NameRecord.self, .name(identity, code: code)) == nil else {
                return try ensureRecord(of: identity)
            }
            try refuseUnlessGone(known)
            try removeRecord(.code(code))
        }
        try ensureRecord(of: identity)
        guard known != identity else { return }
        guard try create(.code(code), with: CodeRecord(identity: identity)) else {
            // Another process was faster, for this identity or for another one.
            return try claim(code, for: identity)
        }
    }

    private func ensureRecord(of identity: [UInt8]) throws(ContactError) {
        guard try identityRecord(of: identity) == nil else { return }
        _ = try create(.identity(identity), with: newRecord(of: identity))
    }

    /// The record of an identity that is no contact yet; what statements say of it counts from the start.
    func newRecord(
        of identity: [UInt8],
        preview: PreviewPolicy = .full
    ) throws(ContactError) -> IdentityRecord {
        let standing = ContactStanding(
            trust: try statements.isContradicted(identity) ? .changed : .unverified,
            preview: preview,
            isRevoked: try statements.isRevoked(identity)
        )
        return IdentityRecord(standing: standing, name: nil)
    }

    /// Marks the identity that a code is known under, unless it is a contact no longer.
    private func refuseUnlessGone(_ known: [UInt8]) throws(ContactError) {
        guard try identityRecord(of: known) != nil else { return }
        try markChanged(known)
        throw .identityChanged
    }

    /// Whether two names have the same bytes: `==` takes other spellings of an accent for the same.
    private func isSame(_ earlier: String?, _ name: String) -> Bool {
        earlier.map { $0.utf8.elementsEqual(name.utf8) } ?? false
    }
}
