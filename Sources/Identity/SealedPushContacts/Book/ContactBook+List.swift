// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

extension ContactBook {
    /// All contacts: each identity under its own name, and each of its codes under the code's name.
    ///
    /// An identity that has no name at all is listed once, without one.
    ///
    /// - Throws: ``ContactError/store(_:)`` if the records cannot be listed.
    public func list() throws(ContactError) -> ContactListing {
        try index().listing
    }

    func records() throws(ContactError) -> RecordListing {
        do throws(StoreError) {
            return try store.list(.contacts)
        } catch {
            throw .store(error)
        }
    }

    func index() throws(ContactError) -> ContactIndex {
        ContactIndex(of: try records())
    }
}
