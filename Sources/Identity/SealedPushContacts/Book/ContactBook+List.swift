// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

extension ContactBook {
    /// All contacts: each identity under its own name, and each of its codes under the code's name.
    ///
    /// An identity that has no name at all is listed once, without one. Candidates stand beside the
    /// contacts, but not those that were removed.
    ///
    /// - Throws: ``ContactError/store(_:)`` if the records cannot be listed.
    public func list() throws(ContactError) -> ContactListing {
        try index().listing
    }

    func records(_ kind: RecordKind = .contacts) throws(ContactError) -> RecordListing {
        do throws(StoreError) {
            return try store.list(kind)
        } catch {
            throw .store(error)
        }
    }

    func index() throws(ContactError) -> ContactIndex {
        try ContactIndex(
            of: records(),
            candidates: records(.candidates),
            isRevoked: isRevoked
        )
    }
}
