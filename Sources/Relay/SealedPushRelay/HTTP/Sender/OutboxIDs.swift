// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ServerStore

/// Names for new messages, of which a block at a time is taken from the store.
actor OutboxIDs {
    private let store: any RelayStore
    private var block: ClosedRange<Int64>?

    init(_ store: any RelayStore) { self.store = store }

    /// A name that no other message has.
    func next() async throws(ServerStoreError) -> OutboxID {
        // Calls that meet while a block is fetched fetch one each; the rest of the others is lost,
        // which harms nothing.
        while true {
            guard let block else {
                block = try await store.write { try $0.reserveIDs() }
                continue
            }
            let first = block.lowerBound
            self.block = first < block.upperBound ? first + 1...block.upperBound : nil
            return OutboxID(first)
        }
    }
}
