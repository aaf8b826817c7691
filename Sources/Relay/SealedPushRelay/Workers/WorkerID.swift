// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The name of a worker during one life of its heartbeat: a random number.
package struct WorkerID: Hashable, Sendable {
    /// The number, as the database stores it.
    package let number: Int64

    /// Takes a stored number.
    package init(_ number: Int64) {
        self.number = number
    }

    /// Makes a new random name.
    package init() {
        let number = Randomness.bytes(8).span.bigEndian(UInt64.self, at: 0)
        self.init(Int64(number >> 1))
    }
}
