// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

/// Which messages the user has before him, and under which names, as far as who posts others knows.
struct ShownMessages {
    private var names: [String: String] = [:]
    private var marks: [String: MessageMark] = [:]

    /// Those of a list.
    init(_ listed: [ListedNotification]) {
        for notification in listed {
            if let message = notification.message { names[message] = notification.identifier }
            marks[notification.identifier] = notification.mark
        }
    }

    /// What a message is to be called: as what is shown in its place, as the push that it came in, or by its own name.
    func name(of received: ReceivedNotification) -> String? {
        guard let message = received.message else { return nil }
        let mark = MessageMark(message)
        return names[mark.message] ?? received.identifier
            ?? message.messageID.map { CollapseID($0).text }
            ?? ListedNotification.name(of: mark.message)
    }

    /// Whether a message of the same sender stands under a name that was made later: it counts as having taken the place.
    func hasLater(than mark: MessageMark, under name: String) -> Bool {
        marks[name].map { mark.isEarlier(than: $0) } ?? false
    }

    /// Takes in a message that was posted.
    mutating func add(_ mark: MessageMark, under name: String) {
        names[mark.message] = name
        marks[name] = mark
    }
}
