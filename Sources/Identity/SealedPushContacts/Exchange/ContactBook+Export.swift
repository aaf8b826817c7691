// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

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
