// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import Synchronization

extension SimulatedDevice {
    /// Disconnects the device from the network; the push service then keeps the latest push alone.
    public func goOffline() {
        changeProfile { $0.isOnline = false }
    }

    /// Connects the device to the network and delivers the push that was kept.
    ///
    /// - Returns: The delivery of the push that was kept, if there is one; an expired push is lost.
    @discardableResult
    public func goOnline() -> Delivery? {
        let now = seconds
        changeProfile { $0.isOnline = true }
        let kept = traffic.withLock { $0.slot.release(now: now) }
        guard let kept else { return nil }
        for parcel in kept.push {
            if kept.isInTime {
                arrive(parcel)
            } else {
                lose(parcel.delivery, .expired)
            }
        }
        return kept.push.first?.delivery
    }

    /// Keeps a push for the offline device, with its duplicate, instead of the earlier one.
    func keep(_ shipment: [Parcel]) {
        let now = seconds
        let expiration = shipment.first?.push.headers.expiration
        let answer = traffic.withLock { $0.slot.take(shipment, expiration: expiration, now: now) }
        switch answer {
        case .kept(let replaced):
            for parcel in replaced ?? [] { lose(parcel.delivery, .replacedWhileOffline) }
        case .refused:
            for parcel in shipment { lose(parcel.delivery, .notKept) }
        }
    }

    /// The push service's clock is right, whatever the device's says.
    private var seconds: Int { Int(clock.trueDate.timeIntervalSince1970) }
}

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

/// Those who wait for the device to be online.
final class Network: Sendable {
    private let waiting = Mutex<[Sleeper]>([])

    /// Begins to wait for the next ``wake()``.
    func listen() -> Sleeper {
        let sleeper = Sleeper()
        waiting.withLock { $0.append(sleeper) }
        return sleeper
    }

    func forget(_ sleeper: Sleeper) {
        waiting.withLock { $0.removeAll { $0 === sleeper } }
    }

    /// The device is online.
    func wake() {
        let woken = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for sleeper in woken { sleeper.wake() }
    }
}
