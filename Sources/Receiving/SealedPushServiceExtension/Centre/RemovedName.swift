// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver

/// A notification name that a message takes away: of other messages that the same sender created no
/// later.
struct RemovedName {
    /// How many a run keeps.
    static let limit = 50

    private let name: String
    /// The message that takes it away, as the device noted it.
    private let mark: MessageMark

    /// All that a message takes away.
    static func all(of received: ReceivedNotification) -> [RemovedName] {
        guard let removal = received.removal, let mark = MessageMark(received) else { return [] }
        return removal.identifiers.map { RemovedName(name: $0, mark: mark) }
    }

    /// Whether a message under some names goes.
    func covers(_ other: MessageMark, under names: [String]) -> Bool {
        names.contains(name) && other.sender == mark.sender && other.message != mark.message
            && !mark.isEarlier(than: other)
    }
}

extension NotificationCentre {
    /// Takes away what is listed now under these names, and whether that is done.
    func remove(_ removed: [RemovedName]) async -> Bool {
        guard !removed.isEmpty else { return true }
        return await remove { listed in
            listed.mark.map { mark in
                removed.contains { $0.covers(mark, under: listed.names) }
            } ?? false
        }
    }
}
