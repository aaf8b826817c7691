// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

extension ReceivedNotification {
    /// Takes the notifications away that its message names: those of messages that the same sender made before.
    func performRemoval() async {
        guard let removal, let mark = MessageMark(self) else { return }
        let identifiers = Set(removal.identifiers)
        await ListedNotification.remove {
            guard let other = $0.mark, other.sender == mark.sender else { return false }
            return !identifiers.isDisjoint(with: $0.names) && !mark.isEarlier(than: other)
        }
    }
}
