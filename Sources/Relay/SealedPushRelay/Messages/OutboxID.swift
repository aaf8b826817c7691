// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The name of a message inside the relay: a number that grows with each message.
///
/// Senders see it only as a ``MessageHandle``.
package struct OutboxID: Hashable, Comparable, Sendable {
    /// The number, as the database stores it.
    package let number: Int64

    /// Takes a stored number.
    package init(_ number: Int64) {
        self.number = number
    }

    package static func < (first: OutboxID, second: OutboxID) -> Bool {
        first.number < second.number
    }
}
