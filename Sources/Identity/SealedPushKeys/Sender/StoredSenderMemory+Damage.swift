// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension StoredSenderMemory {
    /// Repairs damaged records that keep a recipient from being sealed to, if a person vouches for
    /// a device.
    ///
    /// The device's pins come from earlier records or, without any, from its next bundle. The
    /// recipient's other devices have to be confirmed, too. If nothing is damaged, nothing changes.
    ///
    /// - Returns: Whether something was damaged.
    /// - Throws: ``SealedPush/SealingError/deviceRetired``,
    ///   ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func mend(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        guard try await retirement(of: device) == nil,
            try await !isRemoved(device, for: recipient)
        else { throw .deviceRetired }
        let list = try StoredRecipient(recipient, in: store).mend(knowing: device)
        let pins = try remembering { () throws(StoreError) in
            let none = DeviceBundle.Pins(device: device, epoch: 0, digest: nil, minimumEpoch: 0)
            return try chain(of: device).mend { earlier in earlier ?? none.stored }
        }
        return list || pins
    }
}

extension StoredRecipient {
    /// Makes up for a damaged list: what an earlier one says is to be confirmed, but for `device`.
    fileprivate func mend(knowing device: DeviceIdentity) throws(SealingError) -> Bool {
        do throws(StoreError) {
            return try chain.mend { earlier throws(StoreError) in
                var devices = try devices(earlier)
                devices.unconfirm()
                devices.add(device)
                return devices.stored(in: store.id)
            }
        } catch {
            throw SealingError(error)
        }
    }
}
