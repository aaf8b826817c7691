// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

extension Removal {
    /// Takes the notifications away that were made of messages of the same sender.
    func perform() async {
        let identifiers = Set(identifiers)
        let sender = Hex.encode(sender.span)
        await ListedNotification.remove {
            $0.mark?.sender == sender && !identifiers.isDisjoint(with: $0.names)
        }
    }
}
