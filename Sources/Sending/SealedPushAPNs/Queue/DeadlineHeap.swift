// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The pushes that have no result yet, by their deadlines: a heap in which each knows its place.
///
/// So one that has its result goes at once, and nothing is kept of it.
struct DeadlineHeap {
    /// How many entries are below each: with four, a push moves half as often as with two.
    private static let width = 4

    /// The deadline stands beside its push, so that comparing two looks at neither.
    private struct Entry {
        let deadline: Duration
        let push: Push
    }

    private var entries: [Entry] = []

    /// How many there are.
    var count: Int { entries.count }

    /// The push with the earliest deadline.
    var first: Push? { entries.first?.push }

    /// Takes one in; if it comes later than all others, as most do, that is one step.
    mutating func insert(_ push: Push) {
        let entry = Entry(deadline: push.deadline, push: push)
        entries.append(entry)
        rise(entry, from: entries.count - 1)
    }

    /// Takes one out that is in.
    mutating func remove(_ push: Push) {
        let index = push.heapIndex
        precondition(index >= 0 && entries[index].push === push, "a push is taken out once")
        push.heapIndex = -1
        let last = entries.removeLast()
        guard last.push !== push else { return }
        sink(last, from: index)
        rise(last, from: last.push.heapIndex)
    }

    private mutating func place(_ entry: Entry, at index: Int) {
        entries[index] = entry
        entry.push.heapIndex = index
    }

    private mutating func rise(_ entry: Entry, from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / Self.width
            guard entry.deadline < entries[parent].deadline else { break }
            place(entries[parent], at: index)
            index = parent
        }
        place(entry, at: index)
    }

    private mutating func sink(_ entry: Entry, from start: Int) {
        var index = start
        while true {
            let first = Self.width * index + 1
            guard first < entries.count else { break }
            var child = first
            for other in first + 1..<min(first + Self.width, entries.count)
            where entries[other].deadline < entries[child].deadline { child = other }
            guard entries[child].deadline < entry.deadline else { break }
            place(entries[child], at: index)
            index = child
        }
        place(entry, at: index)
    }
}
