// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushClaims
import SealedPushStore

extension ParkedBook {
    /// The messages of a listing, whole.
    func messages(_ listing: ParkedListing) throws(StoreError) -> [ParkedMessage] {
        var messages: [ParkedMessage] = []
        for entry in listing.entries {
            if let message = try read(entry.hash) { messages.append(message) }
        }
        return messages
    }

    /// Every message that can be read, whole.
    func messages() throws(StoreError) -> [ParkedMessage] { try messages(list()) }
}
