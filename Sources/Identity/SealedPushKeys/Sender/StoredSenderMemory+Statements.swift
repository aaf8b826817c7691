// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
import SealedPushStore

extension StoredSenderMemory {
    /// The effect of a statement on the lists of all recipients.
    public struct StatementEffect: Hashable, Sendable {
        /// The number of recipients whose lists have the device.
        public let recipients: Int
        /// True if anything has changed.
        public let isNew: Bool
    }

    /// Retires a device, and removes it from every recipient's list, in which it would only take
    /// space.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``; the device may be retired then, and
    ///   the lists be left for the next call.
    public func apply(
        _ retirement: DeviceIdentity.Retirement
    ) async throws(SealingError) -> StatementEffect {
        let isNew = try await retire(retirement)
        let device = retirement.device
        let effect = try change {
            $0.listed.contains(device)
        } by: { recipient throws(SealingError) in
            _ = try remembering { () throws(StoreError) in
                try recipient.noteRemoval(of: device)
            }
            return try recipient.change { $0.remove(device) }
        }
        return StatementEffect(recipients: effect.recipients, isNew: isNew || effect.isNew)
    }

    /// Confirms every device that is unconfirmed since a restore, for a server that trusts its
    /// directory.
    ///
    /// Devices that were removed after the backup was made are known again, and have to be removed
    /// once more.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func confirmAll() async throws(SealingError) -> StatementEffect {
        try change {
            !$0.unconfirmed.isEmpty
        } by: { recipient throws(SealingError) in
            try recipient.change { $0.confirmAll() }
        }
    }

    /// Changes the lists that fulfil a condition.
    private func change(
        where isMeant: (RecipientDevices) -> Bool,
        by change: (StoredRecipient) throws(SealingError) -> RecipientDevices
    ) throws(SealingError) -> StatementEffect {
        let all = try remembering { () throws(StoreError) in try StoredRecipient.all(in: store) }
        var recipients = 0
        var isNew = false
        // What can't be read may be a list that is meant: the others change all the same.
        var refusal = all.failures.first.map(SealingError.init)
        for recipient in all.recipients {
            do throws(SealingError) {
                let before = try remembering { () throws(StoreError) in try recipient.devices() }
                guard isMeant(before) else { continue }
                recipients += 1
                let after = try change(recipient)
                isNew = isNew || after != before
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        return StatementEffect(recipients: recipients, isNew: isNew)
    }
}

extension StoredSenderMemory {
    /// Removes the notes of used one-time prekeys that are over age (S-7).
    ///
    /// Such a prekey is no longer sealed to (`noPrekey`), in whatever bundle it comes. Its age is
    /// judged by an earlier reading of the clock, which this one confirms, so one false time makes
    /// no used prekey look unused. Without this each message to a one-time prekey leaves a file for
    /// ever: call it once a day or so.
    ///
    /// - Returns: How many notes were removed.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    @discardableResult
    public func forgetEnded(at now: Timestamp) throws(KeyError) -> Int {
        do throws(StoreError) {
            let previous = try ClockRecord.update(at: now, of: .senders, in: store)
            var ended: [[UInt8]] = []
            for record in try store.list(.used).records where record.contents.count == 8 {
                let number = record.contents.span.bigEndian(UInt64.self, at: 0)
                guard let end = Timestamp(milliseconds: number) else { continue }
                if previous > end.advanced(by: DevicePrekey.grace) { ended.append(record.id) }
            }
            for id in ended { try store.remove(.used, id: id) }
            return ended.count
        } catch {
            throw .store(error)
        }
    }
}

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
