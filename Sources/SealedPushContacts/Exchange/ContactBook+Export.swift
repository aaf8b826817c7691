// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The contacts of a store, as files carry them.
public struct ContactExport: Hashable, Sendable {
    /// The contacts that could be read, in the order of a listing.
    public let entries: [ContactEntry]
    /// Why other records could not be read.
    public let failures: [ContactError]
}

extension ContactBook {
    /// Every contact for a file.
    ///
    /// A code that is known under a sender's next identity is written for that one only, so that what is read again has no
    /// conflict. A revoked identity is written as blocked: without the revocation nobody has to believe that it
    /// was. Pictures and when contacts were last seen stay here.
    ///
    /// - Throws: ``ContactError/store(_:)`` where there is nothing to list from.
    public func export() throws(ContactError) -> ContactExport {
        let shelf = try shelf()
        let listing = shelf.listing
        let entries = listing.contacts.compactMap { contact -> ContactEntry? in
            guard shelf.isCurrent(contact) else { return nil }
            let isRevoked = contact.standing.isRevoked
            return ContactEntry(
                name: contact.name,
                identity: contact.identity,
                code: contact.code,
                trust: isRevoked ? .blocked : contact.standing.trust,
                preview: contact.standing.preview
            )
        }
        return ContactExport(entries: entries, failures: listing.failures)
    }
}
