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
        notification.mark.map { covers($0, under: notification.names) } ?? false
    }

    /// Whether a message is to go that is shown, or may be, under some names.
    func covers(_ other: MessageMark, under names: [String]) -> Bool {
        guard other.sender == mark.sender, other.message != mark.message else { return false }
        return !identifiers.isDisjoint(with: names) && !mark.isEarlier(than: other)
    }

    /// Whether anything is still to be shown that is to go, or may be.
    ///
    /// Until nothing is the message keeps its claim: another run does then what it says once more.
    func awaits(anyOf messages: AwaitedMessages) -> Bool {
        messages.parked.contains { $0.map(identifiers.contains) ?? true }
            || messages.left.contains { covers($0, under: $0.name.map { [$0] } ?? []) }
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
