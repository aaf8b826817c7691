// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushClaims
import SealedPushStore

extension NotificationReceiver {
    /// What was parked while the device was locked, to be opened and shown one after the other.
    ///
    /// For the app, once the device is unlocked.
    ///
    /// - Throws: ``ReceiverError/parking(_:)`` where nothing can be listed.
    public func parkedDelivery() throws(ReceiverError) -> ParkedDelivery {
        try parkedDelivery(sparing: nil)
    }

    /// The same without what was parked under a name: that stays parked.
    package func parkedDelivery(
        sparing name: String?
    ) throws(ReceiverError) -> ParkedDelivery {
        do throws(StoreError) {
            return ParkedDelivery(self, listing: try parked.list()) {
                name != nil && $0.identifier == name
            }
        } catch {
            throw .parking(error)
        }
    }

    /// Opens all that was parked and hands it over, as a ``ParkedDelivery`` does.
    ///
    /// - Parameters:
    ///   - now: What time it is, asked for each message.
    ///   - handOver: Shows a message. If it throws, the message stays and the call ends.
    /// - Returns: What became of each, and what could not be read.
    /// - Throws: ``ReceiverError/parking(_:)`` where nothing can be listed, and what `handOver` throws.
    @discardableResult
    public func deliverParked(
        now: () -> Timestamp,
        handOver: (ReceivedNotification) throws -> Void
    ) throws -> ParkedReport {
        var delivery = try parkedDelivery()
        while let received = delivery.next(now: now()) {
            try handOver(received)
            delivery.handedOver(now: now())
        }
        return delivery.report
    }

    /// Whether anything is parked, also what can't be read; where nobody can tell, nothing is.
    public var hasParked: Bool { ((try? parked.count()) ?? 0) > 0 }

    func forget(_ message: ParkedMessage) throws(ReceiverError) {
        do throws(StoreError) {
            try parked.remove(message.hash)
        } catch {
            throw .parking(error)
        }
    }
}
