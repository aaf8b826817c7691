// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import OfflineStorage

/// A push that has reached the device, or waits to.
struct Parcel: Sendable {
    let push: ArrivedPush
    let delivery: SimulatedDevice.Delivery
}

/// The pushes on their way: the one that the push service keeps, and those that wait for the
/// extension.
struct Traffic {
    /// A push that is kept, with its copy if it has one.
    var slot = OfflineSlot<[Parcel]>()
    /// The push that waits to be overtaken by the next.
    private var overtaken: (number: Int, shipment: [Parcel])?
    private var swaps = 0
    private var waiting: [Parcel] = []
    /// How many of those that wait are done with; they are taken out now and then, all at once.
    private var taken = 0
    private var isBusy = false
    private var isDraining = false
    private var count = 0

    /// Lets a push wait to be overtaken, under a number of its own, or gives the one that it
    /// overtakes.
    mutating func swap(_ shipment: [Parcel]) -> (number: Int, overtaken: [Parcel]?) {
        guard let earlier = overtaken else {
            swaps += 1
            overtaken = (swaps, shipment)
            return (swaps, nil)
        }
        overtaken = nil
        return (earlier.number, earlier.shipment)
    }

    /// Ends the wait of a push, if it still waits to be overtaken.
    mutating func release(_ number: Int) -> [Parcel]? {
        guard let waiting = overtaken, waiting.number == number else { return nil }
        overtaken = nil
        return waiting.shipment
    }

    /// Takes a push that is to be handled after those before it.
    mutating func enter(_ parcel: Parcel) {
        waiting.append(parcel)
    }

    /// Begins to hand out the waiting pushes; false if another caller is doing so.
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

    /// The number of a notification without an identifier.
    mutating func nextNumber() -> Int {
        count += 1
        return count
    }
}
