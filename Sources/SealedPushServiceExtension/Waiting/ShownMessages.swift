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
        for notification in listed where notification.mark == nil {
            if let message = notification.message { names[message] = notification.identifier }
        }
        // Where a message is in sight, what the system has shown of it, unopened, is not its place.
        for notification in listed {
            if let mark = notification.mark { add(mark, under: notification.identifier) }
        }
    }

    /// What a message is to be called: as what is shown of it, or as the push that it was parked with; where a run has left
    /// it, by a name of its own.
    func name(of received: ReceivedNotification, _ mark: MessageMark) -> String {
        let parked = received.outcome == .opened ? mark.name : nil
        return names[mark.message] ?? parked ?? mark.standInName
    }

    /// Whether a message of the same sender stands in its place that was made later: it counts as having taken it.
    func hasLater(than mark: MessageMark, under name: String) -> Bool {
        [name, mark.name ?? name].contains { marks[$0].map(mark.isEarlier) ?? false }
    }

    /// Takes in a message that was posted.
    mutating func add(_ mark: MessageMark, under name: String) {
        names[mark.message] = name
        for name in [name, mark.name ?? name] {
            if let other = marks[name], mark.isEarlier(than: other) { continue }
            marks[name] = mark
        }
    }
}
