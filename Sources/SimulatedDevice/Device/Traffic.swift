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
    private var waiting: [Parcel] = []
    private var isBusy = false
    private var count = 0

    /// Takes a push that wants the extension; false where it has to wait.
    mutating func enter(_ parcel: Parcel) -> Bool {
        guard isBusy else {
            isBusy = true
            return true
        }
        waiting.append(parcel)
        return false
    }

    /// The push that comes next when one has left.
    mutating func leave() -> Parcel? {
        guard let first = waiting.first else {
            isBusy = false
            return nil
        }
        waiting.removeFirst()
        return first
    }

    /// The number of a notification that nobody has named.
    mutating func nextNumber() -> Int {
        count += 1
        return count
    }
}
