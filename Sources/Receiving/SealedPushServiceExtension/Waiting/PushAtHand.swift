// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

/// The push that a run has at hand while it posts what waits: what that shows takes the push's place.
struct PushAtHand {
    /// What the system calls it.
    let name: String
    /// Its message, where it could be opened.
    let mark: MessageMark?
    /// What that took away.
    let removed: [RemovedName]

    /// The push called so, and what it turned out to be.
    init(name: String, _ received: ReceivedNotification) {
        self.name = name
        mark = MessageMark(received)
        removed = RemovedName.all(of: received)
    }

    /// The name whose messages wait on beside it: its own, if it could not be opened.
    var sparedName: String? { mark == nil ? name : nil }

    /// Whether a message would be lost under a name: the push takes that, and is no later one of the same sender.
    ///
    /// A copy of the push's own message would be, where the run is stopped before it hands over.
    func takes(_ name: String, from other: MessageMark) -> Bool {
        guard name == self.name else { return false }
        guard let mark, mark.sender == other.sender else { return true }
        return mark.message == other.message || mark.isEarlier(than: other)
    }
}
