// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushClaims
import SealedPushStore

extension DeferredBook {
    /// The messages of a listing, whole.
    func messages(_ listing: DeferredListing) throws(StoreError) -> [DeferredMessage] {
        var messages: [DeferredMessage] = []
        for entry in listing.entries {
            if let message = try read(entry.hash, entry.kind) { messages.append(message) }
        }
        return messages
    }

    /// Every message that can be read, whole.
    func messages() throws(StoreError) -> [DeferredMessage] { try messages(list()) }
}
