// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

/// What is still to be shown, as far as messages have to know that take others away.
///
/// It is looked at before the list is: what was handed over since stands there.
struct AwaitedMessages {
    /// What the pushes are called that are parked, each nil where nobody named it: who sent them is not known.
    let parked: [String?]
    /// The messages that claims hold.
    let left: [MessageMark]

    /// What a store holds, but for messages that are shown and wait for nothing but their claims; nil where nobody can tell.
    init?(in receiver: NotificationReceiver, except done: [ReceivedNotification]) {
        // The parked first: one that is opened meanwhile is in its claim before it goes from there.
        guard let parked = receiver.parkedNames else { return nil }
        let done = Set(done.compactMap { $0.message?.claim.envelopeHash })
        var left: [MessageMark] = []
        let isWhole = receiver.forEachLeft { claim in
            if !done.contains(claim.envelopeHash) { left.append(MessageMark(claim)) }
        }
        guard isWhole else { return nil }
        self.parked = parked
        self.left = left
    }
}
