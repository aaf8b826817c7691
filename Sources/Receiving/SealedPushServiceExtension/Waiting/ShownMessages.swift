// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

/// Which messages the user has before him, and under which names, as far as who posts others knows.
struct ShownMessages {
    /// A place of one sender's messages: nobody else's message counts there.
    private struct Place: Hashable {
        let sender: String
        let name: String
    }

    private var names: [String: String] = [:]
    private var latest: [Place: MessageMark] = [:]
    /// The names of what is shown and is no opened message: placeholders, notices, pushes that were not opened.
    private var unopened: Set<String> = []
    /// What was posted since, which the list need not have yet, or ever where the app shows nothing.
    private(set) var posted: [(mark: MessageMark, name: String)] = []
    /// The messages that are in sight themselves.
    private var messages: Set<String> = []

    /// Those of a list, and what was posted before.
    init(
        _ listed: [ListedNotification],
        with posted: [(mark: MessageMark, name: String)] = []
    ) {
        for notification in listed where notification.mark == nil {
            unopened.insert(notification.identifier)
            if let message = notification.message { names[message] = notification.identifier }
        }
        // Where a message is in sight, what the system has shown of it, unopened, is not its place.
        for notification in listed {
            if let mark = notification.mark { add(mark, under: notification.identifier) }
        }
        for (mark, name) in posted { post(mark, under: name) }
    }

    /// What a message is to be called: as what is shown of it, as its push where it was parked or that has left something
    /// unopened, or else by a name of its own.
    ///
    /// What a run left is not called as its push where nothing of that is shown: the run may still be at work, and whatever
    /// it shows takes the place.
    func name(of received: ReceivedNotification, _ mark: MessageMark) -> String {
        if let name = names[mark.message] { return name }
        if let name = mark.name, received.outcome == .opened || unopened.contains(name) {
            return name
        }
        return mark.standInName
    }

    /// Whether a message of the same sender stands in its place that was made later: this one
    /// counts as shown.
    func hasLater(than mark: MessageMark, under name: String) -> Bool {
        [name, mark.name ?? name].contains {
            latest[Place(sender: mark.sender, name: $0)].map(mark.isEarlier) ?? false
        }
    }

    /// Whether a message is in sight itself, and not as what the system has shown of it, unopened.
    func contains(_ mark: MessageMark) -> Bool { messages.contains(mark.message) }

    /// Takes in a message that was posted.
    mutating func post(_ mark: MessageMark, under name: String) {
        posted.append((mark, name))
        unopened.remove(name)
        add(mark, under: name)
    }

    private mutating func add(_ mark: MessageMark, under name: String) {
        names[mark.message] = name
        messages.insert(mark.message)
        for name in [name, mark.name ?? name] {
            let place = Place(sender: mark.sender, name: name)
            if let other = latest[place], mark.isEarlier(than: other) { continue }
            latest[place] = mark
        }
    }
}
