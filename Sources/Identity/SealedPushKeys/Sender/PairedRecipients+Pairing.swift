// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
import SealedPushStore

extension PairedRecipients {
    /// Keeps a device that has answered a link as pending: as a new recipient, or as a device of
    /// one that is there.
    ///
    /// A device that is a recipient's already stays there, as it ends its earlier endpoint by
    /// itself. A pending endpoint of the device there is replaced; a confirmed one stays until this
    /// is confirmed.
    ///
    /// - Parameters:
    ///   - address: The device, with its endpoint.
    ///   - answer: The answer, which the message to the device names.
    ///   - label: The label of a new recipient; a number comes behind it if it is taken.
    ///   - joined: The key of a recipient that the device joins; nil for a new one.
    ///   - now: The time.
    /// - Returns: The recipient.
    /// - Throws: ``KeyError/unknownRecipient`` if the one to join is not there,
    ///   ``KeyError/deviceRemoved`` if the device was retired or removed from it,
    ///   ``KeyError/store(_:)``.
    package func keep(
        _ address: DeviceAddress,
        answer: AnswerHash,
        label: String,
        joining joined: String? = nil,
        at now: Timestamp
    ) throws(KeyError) -> PairedRecipient {
        let entry = RecipientRecord.Entry(
            address: address,
            state: .pending,
            since: now,
            answer: answer
        )
        // A run that was killed at the question has left it pending under the label that it gets.
        for recipient in try list(at: now).recipients where recipient.key != joined {
            for old in recipient.devices where old.isPending && old.identity == address.device {
                try withdraw(old.address, of: recipient.key)
            }
        }
        let recipients = try list(at: now).recipients
        let home = recipients.first { recipient in
            recipient.devices.contains { device in
                device.identity == address.device && !device.isPending
            }
        }
        guard let joined = joined ?? home?.key else {
            let name = Self.free(label, besides: recipients)
            let key = Randomness.bytes(Self.keyCount)
            let record = RecipientRecord(label: name, entries: [entry])
            try storing { () throws(StoreError) in
                try chain(of: key).append { _ throws(StoreError) in record.stored(in: store.id) }
            }
            return try current(Self.text(of: key), at: now)
        }
        guard try !isBarred(address.device, from: joined) else { throw .deviceRemoved }
        try change(joined) { record throws(KeyError) in
            record.entries.removeAll {
                $0.address.device == address.device && $0.state == .pending
            }
            record.entries.append(entry)
        }
        return try current(joined, at: now)
    }

    /// Confirms a pending device (V-32): with the second step it is on the recipient's list.
    ///
    /// If the process ends between both, another call or ``settle(at:)`` makes the second. An
    /// earlier endpoint of the device is forgotten.
    ///
    /// - Returns: The recipient.
    /// - Throws: ``KeyError/pairingEnded`` if it was withdrawn, or is over,
    ///   ``KeyError/deviceRemoved``, ``KeyError/store(_:)``.
    package func confirm(
        _ address: DeviceAddress,
        of key: String,
        at now: Timestamp
    ) throws(KeyError) -> PairedRecipient {
        try change(key, orIfNone: .pairingEnded) { record throws(KeyError) in
            let place = record.entries.firstIndex { entry in
                entry.address == address && entry.state != .unconfirmed
                    && !RecipientRecord.isOver(entry, at: now)
            }
            guard let place else { throw .pairingEnded }
            // L-19
            record.entries[place].state = .confirmed
            record.entries.removeAll { entry in
                entry.address.device == address.device && entry.address != address
            }
        }
        guard try list(address.device, for: key) else {
            try drop(address, from: key)
            throw .deviceRemoved
        }
        return try current(key, at: now)
    }

    /// Deletes a pending device, and with it a recipient that never had another one.
    ///
    /// One that is gone or was confirmed stays as it is.
    ///
    /// - Returns: Whether it was confirmed.
    /// - Throws: ``KeyError/store(_:)``.
    @discardableResult
    package func withdraw(_ address: DeviceAddress, of key: String) throws(KeyError) -> Bool {
        var isConfirmed = false
        try edit(key) { record in
            isConfirmed = record.entries.contains {
                $0.address == address && $0.state != .pending
            }
            record.entries.removeAll { $0.address == address && $0.state == .pending }
        }
        return isConfirmed
    }

    /// Notes that a relay has taken a message which names the answer of a device.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func noteTaken(_ answer: AnswerHash, of key: String) throws(KeyError) {
        try edit(key) { record in
            for index in record.entries.indices where record.entries[index].answer == answer {
                record.entries[index].answer = nil
            }
        }
    }

    /// Forgets an endpoint that has ended; the recipient stays, for another device.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func drop(_ address: DeviceAddress, from key: String) throws(KeyError) {
        try edit(key) { record in record.entries.removeAll { $0.address == address } }
    }

    /// Completes what a process has left that was stopped, and deletes what is over: each step that
    /// waits for no person.
    ///
    /// - Returns: The errors of recipients that could not be read.
    /// - Throws: ``KeyError/store(_:)``.
    @discardableResult
    package func settle(at now: Timestamp) throws(KeyError) -> [KeyError] {
        let (keys, failures) = try storing { () throws(StoreError) in
            let found = try self.keys()
            // What a stopped process has decided is durable before others rely on it.
            if !found.keys.isEmpty { try store.sync(.recipients) }
            return found
        }
        var refusals = failures.map(KeyError.store)
        for key in keys {
            do throws(KeyError) {
                try complete(Self.text(of: key), at: now)
            } catch {
                refusals.append(error)
            }
        }
        return refusals
    }

    /// Does the same for one recipient; others are not looked at.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func settle(_ key: String, at now: Timestamp) throws(KeyError) {
        try storing { () throws(StoreError) in try store.sync(.recipients) }
        try complete(key, at: now)
    }

    private func complete(_ key: String, at now: Timestamp) throws(KeyError) {
        guard let bytes = bytes(of: key) else { return }
        let record = try storing { () throws(StoreError) in
            try self.record(chain(of: bytes).last())
        }
        guard let record else { return try append(to: key) { _ in nil } }
        var barred: Set<DeviceIdentity> = []
        for entry in record.entries where entry.state != .pending {
            let device = entry.address.device
            let isListed: Bool
            if entry.state == .unconfirmed {
                isListed = try !isBarred(device, from: key)
            } else {
                isListed = try list(device, for: key)
            }
            if !isListed { barred.insert(device) }
        }
        let isDue =
            !barred.isEmpty || record.entries.contains { RecipientRecord.isOver($0, at: now) }
        guard isDue else { return }
        try edit(key) { [barred] record in
            record.entries.removeAll { entry in
                RecipientRecord.isOver(entry, at: now) || barred.contains(entry.address.device)
            }
        }
    }

    // MARK: - Steps

    /// Puts a device on the recipient's list, unless it was retired or removed (V-33), and says
    /// whether it is there.
    private func list(_ device: DeviceIdentity, for key: String) throws(KeyError) -> Bool {
        guard try !isBarred(device, from: key) else { return false }
        return try storing { () throws(StoreError) in
            try StoredRecipient(key, in: store).confirm(device)
        }
    }

    private func isBarred(_ device: DeviceIdentity, from key: String) throws(KeyError) -> Bool {
        try storing { () throws(StoreError) in
            let id = StoredSenderMemory.retirementID(of: device)
            if try store.contains(.statements, id: id) { return true }
            return try StoredRecipient(key, in: store).isRemoved(device)
        }
    }

    /// A label that no recipient has: the name, or with a number behind it from 2 on.
    private static func free(_ label: String, besides others: [PairedRecipient]) -> String {
        let taken = Set(others.flatMap { [$0.label, $0.key] } + [PairedRecipient.everyone])
        guard taken.contains(label) else { return label }
        for number in 2... where !taken.contains("\(label) \(number)") {
            return "\(label) \(number)"
        }
        return label
    }

    /// Changes a recipient that has to be there.
    func change(
        _ key: String,
        orIfNone absence: KeyError = .unknownRecipient,
        _ change: (inout RecipientRecord) throws(KeyError) -> Void
    ) throws(KeyError) {
        guard let bytes = bytes(of: key) else { throw absence }
        var refusal: KeyError?
        try storing { () throws(StoreError) in
            try chain(of: bytes).append { last throws(StoreError) in
                refusal = nil
                guard var record = try record(last) else {
                    refusal = absence
                    return nil
                }
                let before = record
                do throws(KeyError) {
                    try change(&record)
                } catch {
                    refusal = error
                    return nil
                }
                return record == before ? nil : record.stored(in: store.id)
            }
        }
        if let refusal { throw refusal }
    }

    /// Changes a recipient if it is there, or deletes it in the same step if it is left without a
    /// device and never had a confirmed one.
    private func edit(
        _ key: String,
        _ edit: (inout RecipientRecord) -> Void
    ) throws(KeyError) {
        try append(to: key) { record throws(StoreError) in
            var edited = record
            edit(&edited)
            guard edited != record else { return nil }
            if edited.entries.isEmpty, try !hadDevice(key) { return [] }
            return edited.stored(in: store.id)
        }
    }

    /// Appends what `next` makes of a recipient if it is there, nothing for nil; with an empty
    /// record the recipient is deleted, and what the earlier ones held goes.
    ///
    /// A run may have been stopped on the way, so what is left of a deleted one goes as well.
    func append(
        to key: String,
        _ next: (RecipientRecord) throws(StoreError) -> [UInt8]?
    ) throws(KeyError) {
        guard let bytes = bytes(of: key) else { return }
        try storing { () throws(StoreError) in
            let chain = chain(of: bytes)
            try chain.append { last throws(StoreError) in
                guard let record = try record(last) else { return nil }
                return try next(record)
            }
            if try chain.last()?.isEmpty == true { try chain.clear() }
        }
    }
}

extension StoredRecipient {
    /// Confirms a device, and says whether it is on the list then: not if a person has removed it
    /// (V-33), which is looked at after the change, too.
    fileprivate func confirm(_ device: DeviceIdentity) throws(StoreError) -> Bool {
        guard try !isRemoved(device) else { return false }
        try edit { $0.add(device) }
        guard try isRemoved(device) else { return true }
        try edit { $0.remove(device) }
        return false
    }

    func edit(_ edit: (inout RecipientDevices) -> Void) throws(StoreError) {
        try chain.append { last throws(StoreError) in
            let before = try devices(last)
            var devices = before
            edit(&devices)
            return devices == before ? nil : devices.stored(in: store.id)
        }
    }
}
