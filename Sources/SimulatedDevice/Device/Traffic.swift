// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A push that has reached the device, or waits to.
struct Parcel: Sendable {
    let push: Push
    let delivery: Delivery
}

/// The pushes on their way: the one that the push service keeps, and those that wait for the extension.
struct Traffic {
    var slot = OfflineSlot<Parcel>()
    /// The push that waits to be overtaken by the next.
    private var overtaken: Parcel?
    private var waiting: [Parcel] = []
    /// How many of those that wait are done with; they are taken out now and then, all at once.
    private var taken = 0
    private var isBusy = false
    private var isDraining = false
    private var count = 0

    /// Lets a push wait to be overtaken, or gives the one that it overtakes.
    mutating func swap(_ parcel: Parcel) -> Parcel? {
        guard let earlier = overtaken else {
            overtaken = parcel
            return nil
        }
        overtaken = nil
        return earlier
    }

    /// Ends the wait of a push, if it still waits to be overtaken.
    mutating func release(_ parcel: Parcel) -> Parcel? {
        guard overtaken?.delivery === parcel.delivery else { return nil }
        defer { overtaken = nil }
        return overtaken
    }

    /// Takes a push that is to be handled after those before it.
    mutating func enter(_ parcel: Parcel) {
        waiting.append(parcel)
    }

    /// Begins to hand out what waits; false where somebody is at it.
    mutating func startDraining() -> Bool {
        defer { isDraining = true }
        return !isDraining
    }

    /// The push that is to be handled now; nil, and the end of handing out, where none is.
    mutating func next() -> Parcel? {
        guard !isBusy, taken < waiting.count else {
            isDraining = false
            return nil
        }
        isBusy = true
        defer { forget() }
        return waiting[taken]
    }

    /// The push that was handed out has been handled.
    mutating func leave() {
        isBusy = false
    }

    private mutating func forget() {
        taken += 1
        guard taken == waiting.count || taken > 64 && taken > waiting.count / 2 else { return }
        waiting.removeFirst(taken)
        taken = 0
    }

    /// The number of a notification that nobody has named.
    mutating func nextNumber() -> Int {
        count += 1
        return count
    }
}
