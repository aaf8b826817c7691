// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The pushes that have no result yet, by their deadlines: a binary heap, in which each push knows its place.
///
/// So one that has its result goes at once, and nothing is kept of it.
struct DeadlineHeap {
    private var pushes: [Push] = []

    /// How many there are.
    var count: Int { pushes.count }

    /// The push with the earliest deadline.
    var first: Push? { pushes.first }

    /// Takes one in; where it comes later than all others, as most do, that is one step.
    mutating func insert(_ push: Push) {
        push.heapIndex = pushes.count
        pushes.append(push)
        rise(from: push.heapIndex)
    }

    /// Takes one out that is in.
    mutating func remove(_ push: Push) {
        let index = push.heapIndex
        precondition(index >= 0 && pushes[index] === push, "a push is taken out once")
        push.heapIndex = -1
        let last = pushes.removeLast()
        guard last !== push else { return }
        place(last, at: index)
        rise(from: index)
        sink(from: last.heapIndex)
    }

    private mutating func place(_ push: Push, at index: Int) {
        pushes[index] = push
        push.heapIndex = index
    }

    private mutating func rise(from start: Int) {
        let push = pushes[start]
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard push.deadline < pushes[parent].deadline else { break }
            place(pushes[parent], at: index)
            index = parent
        }
        place(push, at: index)
    }

    private mutating func sink(from start: Int) {
        let push = pushes[start]
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < pushes.count else { break }
            if child + 1 < pushes.count, pushes[child + 1].deadline < pushes[child].deadline {
                child += 1
            }
            guard pushes[child].deadline < push.deadline else { break }
            place(pushes[child], at: index)
            index = child
        }
        place(push, at: index)
    }
}
