// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// What is kept of a message that the push service refused for good: no body.
package struct DeadLetter: Hashable, Sendable {
    /// The message.
    package let id: OutboxID
    /// The reason in the push service's word, or ``tooLarge``.
    package let reason: String
    /// When it was refused.
    package let time: Timestamp

    /// The relay's own reason: the envelope does not fit into a push.
    package static let tooLarge = "envelope too large"

    package init(id: OutboxID, reason: String, time: Timestamp) {
        self.id = id
        self.reason = reason
        self.time = time
    }
}
