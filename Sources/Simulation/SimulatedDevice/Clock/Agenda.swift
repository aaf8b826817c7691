// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What is to be done when, earliest first; what was added first where two are due at once.
struct Agenda {
    /// Names an entry.
    struct ID: Hashable, Sendable {
        fileprivate let number: Int
    }

    struct Entry {
        let id: ID
        /// The time since the device was started.
        let time: Duration
        let action: @Sendable () -> Void
    }

    private var entries: [Entry] = []
    private var count = 0

    /// Notes an action and names it; without a time it only gets a name.
    mutating func add(_ action: @escaping @Sendable () -> Void, at time: Duration?) -> ID {
        count += 1
        let id = ID(number: count)
        guard let time else { return id }
        let place = entries.firstIndex { $0.time > time } ?? entries.endIndex
        entries.insert(Entry(id: id, time: time, action: action), at: place)
        return id
    }

    /// When the first is due; nil where there is none.
    var firstTime: Duration? { entries.first?.time }

    /// Takes the first entry out, where it is due by `limit`.
    mutating func takeFirst(through limit: Duration) -> Entry? {
        guard let first = entries.first, first.time <= limit else { return nil }
        return entries.removeFirst()
    }

    /// Takes an entry out, where it still is there.
    mutating func remove(_ id: ID) -> Entry? {
        entries.firstIndex { $0.id == id }.map { entries.remove(at: $0) }
    }
}
