// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What tells one store from another: 16 random bytes that are bound into everything sealed in it.
struct StoreID: Hashable, Sendable {
    let bytes: [UInt8]

    static let count = 16

    /// Makes a new one.
    init() {
        bytes = Randomness.bytes(Self.count)
    }

    /// Takes one that was read, or gives nil if it has another size.
    init?(reading bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }
}
