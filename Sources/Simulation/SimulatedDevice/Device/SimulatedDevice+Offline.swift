// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OfflineStorage
import Synchronization

extension SimulatedDevice {
    /// Takes the device off the network: the push service keeps the latest push of the app, and no other.
    public func goOffline() {
        changeProfile { $0.isOnline = false }
    }

    /// Brings the device back onto the network, and with it the push that was kept.
    ///
    /// - Returns: The push on its way, where one was kept; one that is out of date is lost.
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

    /// Keeps a push, with its copy if it has one, that finds the device offline, in the place of the one before it.
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
