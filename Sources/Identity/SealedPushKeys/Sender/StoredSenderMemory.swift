// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
public import SealedPushStore

/// A sender's memory in a record store, shared by every process that opens the store.
///
/// Pins are a chain of records for each device, each created once: what was seen first, then each
/// change. The last counts, so two processes that see different bundles at once both leave their
/// trace and neither goes back. The devices of a recipient are kept the same way.
public struct StoredSenderMemory: SenderMemory, RecipientLists {
    let store: RecordStore

    /// Makes a memory in `store`.
    public init(in store: RecordStore) {
        self.store = store
    }

    /// The pins of a device.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? {
        try remembering { () throws(StoreError) in
            try Self.pins(chain(of: device).last(), of: device)
        }
    }

    /// Pins a bundle of a device, and returns all its pins.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        try remembering { () throws(StoreError) in
            let device = bundle.device
            var pinned: DeviceBundle.Pins?
            try chain(of: device).append { last throws(StoreError) in
                let known = try Self.pins(last, of: device)
                let pins = DeviceBundle.Pins(seeing: bundle, after: known)
                pinned = pins
                return pins == known ? nil : pins.stored
            }
            guard let pinned else { throw .corrupted }
            return pinned
        }
    }

    /// Notes that a one-time prekey is used; false if it was used, or may have been used before a
    /// restore.
    ///
    /// A backup does not know what was used after it was made (S-12). Of a record that is valid
    /// from a later moment than the restore it is certain that it is unused: before the restore it
    /// would have been refused as not yet valid.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        try remembering { () throws(StoreError) in
            if let restored = try store.restoredAt(),
                record.terms.notBefore.timeSince1970 < restored
            {
                return false
            }
            var end: [UInt8] = []
            end.append(bigEndian: record.terms.notAfter.milliseconds)
            return try store.create(.used, id: record.id.bytes, contents: end.span)
        }
    }

    /// The devices of a recipient; none for one that was never sealed to.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func devices(of recipient: String) async throws(SealingError) -> RecipientDevices {
        try remembering { () throws(StoreError) in
            try StoredRecipient(recipient, in: store).devices()
        }
    }

    /// Changes the devices of a recipient atomically, and returns the new list.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``, and what `change` throws.
    @discardableResult
    public func changeDevices(
        of recipient: String,
        _ change: @Sendable (inout RecipientDevices) throws(SealingError) -> Void
    ) async throws(SealingError) -> RecipientDevices {
        try StoredRecipient(recipient, in: store).change(change)
    }

    /// True if a person removed a device from a recipient.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func isRemoved(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try remembering { () throws(StoreError) in
            try StoredRecipient(recipient, in: store).isRemoved(device)
        }
    }

    /// Notes for ever that a person removed a device from a recipient; false if that was noted
    /// before.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func noteRemoval(
        of device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try remembering { () throws(StoreError) in
            try StoredRecipient(recipient, in: store).noteRemoval(of: device)
        }
    }

    /// The devices that a person removed from a recipient, in the order of their bytes.
    ///
    /// It looks at every note of the store, so it is for people.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func removedDevices(
        of recipient: String
    ) async throws(SealingError) -> [DeviceIdentity] {
        try remembering { () throws(StoreError) in
            try StoredRecipient(recipient, in: store).removed()
        }
    }

    /// The retirement of a device, or nil if none was noted.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func retirement(
        of device: DeviceIdentity
    ) async throws(SealingError) -> DeviceIdentity.Retirement? {
        try remembering { () throws(StoreError) in
            let id = Self.retirementID(of: device)
            guard let bytes = try store.read(.statements, id: id) else { return nil }
            guard let retirement = try? DeviceIdentity.Retirement(reading: bytes.span),
                retirement.device == device
            else { throw .corrupted }
            return retirement
        }
    }

    /// Notes for ever that a device is retired (V-27); false if that was noted before.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool {
        try remembering { () throws(StoreError) in
            let id = Self.retirementID(of: retirement.device)
            return try store.create(.statements, id: id, contents: retirement.bytes.span)
        }
    }

    func chain(of device: DeviceIdentity) -> RecordChain {
        RecordChain(store: store, kind: .pins, name: Array("device\0".utf8) + device.bytes)
    }

    static func retirementID(of device: DeviceIdentity) -> [UInt8] {
        Array("retirement\0".utf8) + device.bytes
    }

    private static func pins(
        _ contents: [UInt8]?,
        of device: DeviceIdentity
    ) throws(StoreError) -> DeviceBundle.Pins? {
        guard let contents else { return nil }
        guard let pins = DeviceBundle.Pins(stored: contents, of: device) else { throw .corrupted }
        return pins
    }

    func remembering<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(SealingError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw SealingError(error)
        }
    }
}

extension SealingError {
    /// Why the memory in a store failed.
    init(_ error: StoreError) {
        let fault: SealingError.MemoryFault =
            switch error {
            case .corrupted: .damaged
            case .outOfSpace: .diskFull
            case .unavailable where error.isReadOnly: .readOnly
            case .unavailable where error.isDenied: .denied
            default: .refused
            }
        self = .memoryUnavailable(fault)
    }
}
