// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// How many messages of a lane the outbox holds.
package struct OutboxCount: Hashable, Sendable {
    /// How many wait.
    package let waiting: Int
    /// How many a worker holds.
    package let leased: Int
    /// When the oldest of those was accepted whose moment is still known.
    package let oldest: Timestamp?
    /// How many were accepted so long ago that the moment is forgotten: more than a day.
    package let forgotten: Int

    package init(waiting: Int, leased: Int, oldest: Timestamp?, forgotten: Int) {
        self.waiting = waiting
        self.leased = leased
        self.oldest = oldest
        self.forgotten = forgotten
    }
}
