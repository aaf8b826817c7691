// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

/// What a message takes away: notifications of other messages that the same sender made before it.
struct RemoveCommand {
    private let identifiers: Set<String>
    private let mark: MessageMark

    /// What a message says; nil where it takes nothing away.
    init?(_ received: ReceivedNotification) {
        guard let removal = received.removal, let mark = MessageMark(received) else { return nil }
        identifiers = Set(removal.identifiers)
        self.mark = mark
    }

    /// Whether a notification is to go.
    func covers(_ notification: ListedNotification) -> Bool {
        guard let other = notification.mark, other.sender == mark.sender,
            other.message != mark.message
        else { return false }
        return !identifiers.isDisjoint(with: notification.names) && !mark.isEarlier(than: other)
    }
}

extension NotificationCentre {
    /// Takes away what a message says, and whether that is done.
    func performRemoval(of received: ReceivedNotification) async -> Bool {
        await perform(RemoveCommand(received).map { [$0] } ?? [])
    }

    /// Takes away what messages say, and whether that is done.
    func perform(_ commands: [RemoveCommand]) async -> Bool {
        guard !commands.isEmpty else { return true }
        return await remove { notification in commands.contains { $0.covers(notification) } }
    }
}
