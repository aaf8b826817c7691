// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OfflineStorage
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
